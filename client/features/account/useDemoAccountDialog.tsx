import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { lazyModule } from '../../lib/lazyModule';
import type { ChooseDemoAccount, DemoIdentity } from '../../session/firebaseSession';
import { loadSettings } from '../../session/settings';
import type { DemoAccountDialogProps } from './DemoAccountDialog';

type OnChoose = DemoAccountDialogProps['onChoose'];

interface OpenDialog {
  Chooser: ComponentType<DemoAccountDialogProps>;
  identities: readonly DemoIdentity[];
  onChoose: OnChoose;
}

const chooser = lazyModule(() => import('./DemoAccountDialog'));
const identities = lazyModule(() => import('./demoIdentities'));

/** The dialog as a promise; leaving the page resolves it with null. */
export function useDemoAccountDialog(): { dialog: ReactNode; choose: ChooseDemoAccount } {
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const open = useRef<OnChoose>(undefined);
  useEffect(() => () => open.current?.(null), []);

  async function choose() {
    const [{ DemoAccountDialog }, { demoIdentities }, settings] = await Promise.all([
      chooser.load(),
      identities.load(),
      loadSettings(),
    ]);
    return new Promise<DemoIdentity | null>((resolve) => {
      const onChoose: OnChoose = (account) => {
        open.current = undefined;
        setOpenDialog(undefined);
        resolve(account);
      };
      open.current = onChoose;
      setOpenDialog({ Chooser: DemoAccountDialog, identities: demoIdentities(settings), onChoose });
    });
  }

  return {
    dialog: openDialog && <openDialog.Chooser identities={openDialog.identities} onChoose={openDialog.onChoose} />,
    choose,
  };
}
