import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { FirebaseSession } from '../../session/firebaseSession';
import { useSession } from '../../session/SessionProvider';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { toast } from '../../ui/toast';
import { ActionResult } from './ActionResult';
import { authHint } from './authHint';
import { ExpiredLink } from './ExpiredLink';
import { type LinkFailure, linkFailure } from './linkFailure';

export type EmailActionMode = 'verifyEmail' | 'verifyAndChangeEmail' | 'recoverEmail';

const words: Record<EmailActionMode, { question: string; button: string; done: string; failed: string }> = {
  verifyEmail: {
    question: 'Is this your email?',
    button: 'Verify this email',
    done: 'Your email is verified',
    failed: 'Your email was not verified.',
  },
  verifyAndChangeEmail: {
    question: 'Is this your new email?',
    button: 'Change to this email',
    done: 'Your email has been changed',
    failed: 'Your email was not changed.',
  },
  recoverEmail: {
    question: 'Is this your old email?',
    button: 'Bring it back',
    done: 'Your old email is back',
    failed: 'Your old email was not brought back.',
  },
};

const maybeDone = 'It may be done already';
const unanswered = { sentence: 'There was no answer.', hint: 'Check your connection and press again.' };

/** Undefined: the account with this e-mail is not signed in, which a change of the e-mail ends everywhere. */
async function isVerified(firebase: FirebaseSession, email: string): Promise<boolean | undefined> {
  await firebase.reloadUser();
  const user = await firebase.current();
  return user?.email === email.toLowerCase() ? user.emailVerified : undefined;
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
  /** Of the last press. */
  const [problem, setProblem] = useState<typeof unanswered>();
  /** Whether a press may have been done. */
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
      if (reason === 'invalid') return wasUsedByThis();
      if (reason === 'unreachable') setUnanswered(true);
      const sentence = isUnanswered ? `${maybeDone}.` : words[mode].failed;
      const refused = { sentence, hint: authHint(error) ?? 'Try again in a moment.' };
      setProblem(reason === 'unreachable' ? unanswered : refused);
      return false;
    }
  }

  /** What the first press has done, its answer lost, makes the second one find a used link. */
  async function wasUsedByThis(): Promise<boolean> {
    const wasApplied = isUnanswered ? await isApplied() : false;
    if (wasApplied) return true;
    setUnanswered(wasApplied === undefined);
    setFailure('invalid');
    return false;
  }

  const isApplied = () =>
    provider()
      .then((firebase) => isVerified(firebase, email ?? ''))
      .catch(() => undefined);

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
    const toSignIn = { title: maybeDone, text: `Sign in with ${email} to see.` };
    return (
      <ExpiredLink failure={failure} maybeDone={isUnanswered ? toSignIn : undefined}>
        {mode === 'verifyEmail' && user && <Button onClick={() => void sendAgain()}>Send a new link</Button>}
      </ExpiredLink>
    );
  }
  if (email === undefined) return <p role="status">Checking the link...</p>;
  const { question, button, done } = words[mode];
  if (state !== 'done')
    return (
      <ActionResult title={question} text={email}>
        {problem && state === 'asked' && <ErrorAlert {...problem} />}
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
