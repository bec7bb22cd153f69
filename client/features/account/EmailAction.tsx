import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { FirebaseSession } from '../../session/firebaseSession';
import { useSession } from '../../session/SessionProvider';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { toast } from '../../ui/toast';
import { ActionResult } from './ActionResult';
import { linkFailure } from './linkFailure';
import { type LinkFailure, ExpiredLink } from './ExpiredLink';

export type EmailActionMode = 'verifyEmail' | 'verifyAndChangeEmail' | 'recoverEmail';

const words: Record<EmailActionMode, { question: string; button: string; done: string }> = {
  verifyEmail: { question: 'Is this your email?', button: 'Verify this email', done: 'Your email is verified' },
  verifyAndChangeEmail: {
    question: 'Is this your new email?',
    button: 'Change to this email',
    done: 'Your email has been changed',
  },
  recoverEmail: {
    question: 'Is this your old email?',
    button: 'Bring it back',
    done: 'Your old email is back',
  },
};

/** Whether the account that is signed in has this e-mail, verified. */
async function isVerified(firebase: FirebaseSession, email: string): Promise<boolean> {
  await firebase.reloadUser();
  const user = await firebase.current();
  return user?.emailVerified === true && user.email === email.toLowerCase();
}

interface Props {
  mode: EmailActionMode;
  code: string;
  /** A mail was sent, or this link was used. */
  onMails: () => void;
}

/** The target of the mails about an e-mail. Programs that look at mails open links, too, but press no button. */
export function EmailAction({ mode, code, onMails }: Props) {
  const { provider, user } = useSession();
  const [email, setEmail] = useState<string>();
  const [state, setState] = useState<'asked' | 'pending' | 'done'>('asked');
  const [failure, setFailure] = useState<LinkFailure>();
  const [isUnanswered, setUnanswered] = useState(false);

  useEffect(() => {
    provider()
      .then(({ mail }) => mail.linkEmail(code))
      .then(setEmail, (error: unknown) => setFailure(linkFailure(error)));
  }, [code, provider]);

  async function apply() {
    if (state === 'pending') return;
    setState('pending');
    setState((await tryToApply()) ? 'done' : 'asked');
    onMails();
  }

  async function tryToApply(): Promise<boolean> {
    try {
      await (await provider()).mail.apply(code);
      return true;
    } catch (error) {
      const reason = linkFailure(error);
      // What the first press has done, its answer lost, makes the second one find a used link.
      if (reason === 'invalid' && isUnanswered && (await wasApplied())) return true;
      if (reason === 'invalid') setFailure(reason);
      setUnanswered(true);
      return false;
    }
  }

  const wasApplied = () =>
    provider()
      .then((firebase) => isVerified(firebase, email ?? ''))
      .catch(() => false);

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
  const { question, button, done } = words[mode];
  if (state !== 'done')
    return (
      <ActionResult title={question} text={email}>
        {isUnanswered && state === 'asked' && (
          <ErrorAlert sentence="There was no answer." hint="Check your connection and press again." />
        )}
        <Button aria-disabled={state === 'pending'} onClick={() => void apply()}>
          {state === 'pending' ? 'Saving...' : button}
        </Button>
      </ActionResult>
    );
  return (
    <ActionResult key="done" title={done} text={email}>
      <Button component={Link} to={user ? '/' : '/login'}>
        {user ? 'Back to the shop' : 'Sign In'}
      </Button>
    </ActionResult>
  );
}
