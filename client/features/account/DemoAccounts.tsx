import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { demoAccounts } from '../../lib/demoAccounts';
import { useDemoMode } from '../../session/useDemoMode';
import { Link } from '../../ui/Link';
import { DemoPanel } from './DemoPanel';

/** Only with the identity emulator (decision 38). */
export function DemoAccounts({ onChoose }: { onChoose: (email: string, password: string) => void }) {
  const settings = useDemoMode();
  if (!settings) return null;
  return (
    <DemoPanel component="section" aria-label={settings.demoAccounts ? 'Demo accounts' : 'Demo shop'}>
      {settings.demoAccounts && (
        <>
          <p>
            <b>Demo shop.</b> Fill in an account:
          </p>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
            {demoAccounts.map(({ label, email, password }) => (
              <Button key={email} size="small" variant="soft" onClick={() => onChoose(email, password)}>
                {label}
              </Button>
            ))}
          </Stack>
        </>
      )}
      <Typography variant="caption" component="p">
        {!settings.demoAccounts && <b>Demo shop. </b>}
        No mail is sent here.{' '}
        <Link to="/account/action" color="primary">
          Open the demo outbox
        </Link>
      </Typography>
    </DemoPanel>
  );
}
