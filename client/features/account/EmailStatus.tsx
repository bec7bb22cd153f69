import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import type { SessionUser } from '../../session/createSession';
import { useSession } from '../../session/SessionProvider';
import { useDemoMode } from '../../session/useDemoMode';
import { Link } from '../../ui/Link';
import { toast } from '../../ui/toast';

/** Reloads the verification state whenever the window gets the focus. */
export function EmailStatus({ user }: { user: SessionUser }) {
  const { provider } = useSession();
  const demo = useDemoMode();
  const [mail, setMail] = useState<'idle' | 'sending' | 'sent'>('idle');
  const { emailVerified } = user;
  useEffect(() => {
    if (emailVerified) return undefined;
    const refresh = () =>
      void provider().then(
        ({ reloadUser: lookAgain }) => lookAgain().catch(() => undefined),
        () => undefined,
      );
    refresh();
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
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
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' }}>
      <span>{user.email}</span>
      <Chip
        variant="status"
        color={emailVerified ? 'success' : 'default'}
        label={emailVerified ? 'Verified' : 'Not verified'}
      />
      {!emailVerified && (
        <Button variant="link" aria-disabled={mail === 'sending'} onClick={() => void send()}>
          {mail === 'sending' ? 'Sending...' : 'Send verification mail'}
        </Button>
      )}
      {mail === 'sent' && demo && !emailVerified && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ flexBasis: '100%' }}>
          This demo shop sends no mail: it waits in the{' '}
          <Link color="primary" to="/account/action">
            demo outbox
          </Link>
          .
        </Typography>
      )}
    </Stack>
  );
}
