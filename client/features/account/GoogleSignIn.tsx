import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../../session/useAccount';
import { rem } from '../../theme/typography';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { toast } from '../../ui/toast';
import { type GoogleFailure, googleFailure } from './googleFailure';
import { GoogleLogo } from './GoogleLogo';
import { useDemoAccountDialog } from './useDemoAccountDialog';

interface Props {
  label: string;
  remember: boolean;
  pending: boolean;
  disabled: boolean;
  onPending: (pending: boolean) => void;
}

/** A disabled button loses the focus: restores it when the button is enabled again. */
function useFocusBack(pending: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasPending = useRef(false);
  useEffect(() => {
    if (wasPending.current && !pending && document.activeElement === document.body) button.current?.focus();
    wasPending.current = pending;
  }, [pending]);
  return button;
}

export function GoogleSignIn({ label, remember, pending, disabled, onPending }: Props) {
  const { signInWithGoogle, prepareGoogle } = useAccount();
  const { dialog, choose } = useDemoAccountDialog();
  const [failure, setFailure] = useState<GoogleFailure>();
  const button = useFocusBack(pending);
  const prepare = useRef(prepareGoogle);
  // Now, because a tap has no hover before it.
  useEffect(() => prepare.current(), []);

  async function start() {
    setFailure(undefined);
    onPending(true);
    try {
      if (await signInWithGoogle(choose, remember)) toast('Signed in with Google!', 'success');
    } catch (error) {
      const failed = googleFailure(error);
      setFailure(failed);
      toast(failed.sentence, 'error');
    } finally {
      onPending(false);
    }
  }

  return (
    <>
      {failure && <ErrorAlert {...failure} />}
      <Button
        ref={button}
        variant="quiet"
        fullWidth
        startIcon={<GoogleLogo />}
        disabled={disabled}
        sx={{ minHeight: rem(48), bgcolor: 'transparent', '&:disabled svg': { opacity: 0.5 } }}
        onClick={() => void start()}
      >
        {label}
      </Button>
      {dialog}
    </>
  );
}
