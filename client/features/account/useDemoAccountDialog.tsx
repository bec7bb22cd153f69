import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { lazyModule } from '../../lib/lazyModule';
import type { ChooseDemoAccount, DemoIdentity } from '../../session/firebaseSession';
import { loadSettings } from '../../session/settings';
import type { DemoAccountDialogProps } from './DemoAccountDialog';

type Answer = DemoAccountDialogProps['onChoose'];

interface Question {
  Chooser: ComponentType<DemoAccountDialogProps>;
  identities: readonly DemoIdentity[];
  answer: Answer;
}

const chooser = lazyModule(() => import('./DemoAccountDialog'));
const identities = lazyModule(() => import('./demoIdentities'));

/** The dialog as a promise; leaving the page resolves it with null. */
export function useDemoAccountDialog(): { dialog: ReactNode; choose: ChooseDemoAccount } {
  const [question, setQuestion] = useState<Question>();
  const open = useRef<Answer>(undefined);
  useEffect(() => () => open.current?.(null), []);

  async function choose() {
    const [{ DemoAccountDialog }, { demoIdentities }, settings] = await Promise.all([
      chooser.load(),
      identities.load(),
      loadSettings(),
    ]);
    return new Promise<DemoIdentity | null>((resolve) => {
      const answer: Answer = (account) => {
        open.current = undefined;
        setQuestion(undefined);
        resolve(account);
      };
      open.current = answer;
      setQuestion({ Chooser: DemoAccountDialog, identities: demoIdentities(settings), answer });
    });
  }

  return {
    dialog: question && <question.Chooser identities={question.identities} onChoose={question.answer} />,
    choose,
  };
}
