import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { demoAccounts } from '../../lib/demoAccounts';
import { useDemoMode } from '../../session/useDemoMode';

/** Only with the identity emulator (decision 38). */
export function DemoAccounts({ onChoose }: { onChoose: (email: string, password: string) => void }) {
  const settings = useDemoMode();
  if (!settings) return null;
  return (
    <section className="demo" aria-label={settings.demoAccounts ? 'Demo accounts' : 'Demo shop'}>
      {settings.demoAccounts && (
        <>
          <p>
            <b>Demo shop.</b> Fill in an account:
          </p>
          <div className="demo-accounts">
            {demoAccounts.map(({ label, email, password }) => (
              <Button key={email} size="small" className="quiet" onClick={() => onChoose(email, password)}>
                {label}
              </Button>
            ))}
          </div>
        </>
      )}
      <p className="small">
        {!settings.demoAccounts && <b>Demo shop. </b>}
        No mail is sent here. <Link to="/account/action">Open the demo outbox</Link>
      </p>
    </section>
  );
}
