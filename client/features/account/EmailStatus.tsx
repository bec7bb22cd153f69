import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { SessionUser } from '../../session/createSession';
import { useSession } from '../../session/SessionProvider';
import { useDemoMode } from '../../session/useDemoMode';
import { toast } from '../../ui/toast';

/** Reloads the verification state whenever the window gets the focus. */
export function EmailStatus({ user }: { user: SessionUser }) {
  const { provider } = useSession();
  const demo = useDemoMode();
  const [mail, setMail] = useState<'idle' | 'sending' | 'sent'>('idle');
  const { emailVerified } = user;
  useEffect(() => {
    if (emailVerified) return undefined;
    const look = () =>
      void provider().then(
        ({ reloadUser: lookAgain }) => lookAgain().catch(() => undefined),
        () => undefined,
      );
    look();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [emailVerified, provider]);

  async function send() {
    if (mail === 'sending') return;
    setMail('sending');
    try {
      await (await provider()).mail.sendVerification();
      setMail('sent');
      toast('A link is on its way to your e-mail', 'success');
    } catch {
      setMail('idle');
      toast('The mail could not be sent', 'error');
    }
  }

  return (
    <div className="email-state">
      <span>{user.email}</span>
      <span className={`pill ${emailVerified ? '' : 'idle'}`}>{emailVerified ? 'Verified' : 'Not verified'}</span>
      {!emailVerified && (
        <button type="button" className="text-button" aria-disabled={mail === 'sending'} onClick={() => void send()}>
          {mail === 'sending' ? 'Sending...' : 'Send verification mail'}
        </button>
      )}
      {mail === 'sent' && demo && !emailVerified && (
        <p className="muted small">
          This demo shop sends no mail: it waits in the <Link to="/account/action">demo outbox</Link>.
        </p>
      )}
    </div>
  );
}
