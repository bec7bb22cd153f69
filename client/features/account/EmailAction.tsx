import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../session/SessionProvider';
import type { Session } from '../../session/createSession';
import { toast } from '../../ui/toast';
import { ActionResult } from './ActionResult';
import { linkFailure } from './linkFailure';
import { type LinkFailure, ExpiredLink } from './ExpiredLink';

export type EmailActionMode = 'verifyEmail' | 'verifyAndChangeEmail' | 'recoverEmail';

const titles: Record<EmailActionMode, string> = {
  verifyEmail: 'Your email is verified',
  verifyAndChangeEmail: 'Your email has been changed',
  recoverEmail: 'Your old email is back',
};

/** A code works once: repeated calls (StrictMode, remounts) get the outcome of the first. */
const applied = new Map<string, Promise<string>>();

function apply(code: string, provider: Session['provider']): Promise<string> {
  const known = applied.get(code);
  if (known) return known;
  const outcome = provider().then(({ mail }) => mail.apply(code));
  applied.set(code, outcome);
  outcome.catch((error: unknown) => linkFailure(error) === 'unreachable' && applied.delete(code));
  return outcome;
}

interface Props {
  mode: EmailActionMode;
  code: string;
  /** A mail was sent, or this link was used. */
  onMails: () => void;
}

/** The target of the mails whose links need no further input. */
export function EmailAction({ mode, code, onMails }: Props) {
  const { provider, user } = useSession();
  const [email, setEmail] = useState<string>();
  const [failure, setFailure] = useState<LinkFailure>();

  useEffect(() => {
    apply(code, provider)
      .then(setEmail, (error: unknown) => setFailure(linkFailure(error)))
      .finally(onMails);
  }, [code, provider, onMails]);

  async function sendAgain() {
    try {
      await (await provider()).mail.sendVerification();
      toast('A new link is on its way', 'success');
      onMails();
    } catch {
      toast('The mail could not be sent', 'error');
    }
  }

  if (failure) {
    return (
      <ExpiredLink failure={failure}>
        {mode === 'verifyEmail' && user && <Button onClick={() => void sendAgain()}>Send a new link</Button>}
      </ExpiredLink>
    );
  }
  if (email === undefined) return <p role="status">Checking the link...</p>;
  return (
    <ActionResult title={titles[mode]} text={email}>
      <Button component={Link} to={user ? '/' : '/login'}>
        {user ? 'Back to the shop' : 'Sign In'}
      </Button>
    </ActionResult>
  );
}
