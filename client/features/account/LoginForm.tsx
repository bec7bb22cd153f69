import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { loadSettings } from '../../session/settings';
import { FormField } from '../../ui/FormField';
import { toast } from '../../ui/toast';
import { demoAccounts } from '../../lib/demoAccounts';

const failure = 'Invalid email or password';

/** The demo accounts exist only beside the identity emulator (decision 38). */
function useDemoMode(): boolean {
  const [demo, setDemo] = useState(false);
  useEffect(() => {
    let current = true;
    loadSettings().then(
      ({ mode }) => current && setDemo(mode === 'embedded'),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, []);
  return demo;
}

interface Props {
  onSubmit: (email: string, password: string, remember: boolean) => Promise<void>;
}

export function LoginForm({ onSubmit }: Props) {
  const demo = useDemoMode();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setPending(true);
    setFailed(false);
    try {
      await onSubmit(email.trim(), password, remember);
    } catch {
      setFailed(true);
      setPending(false);
      toast(failure, 'error');
    }
  }

  return (
    <form className="auth-form" onSubmit={(event) => void submit(event)}>
      <div>
        <h1>Welcome Back</h1>
        <p className="muted">Sign in to your account to continue shopping</p>
      </div>
      {failed && <Alert severity="error">{failure}</Alert>}
      <FormField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        value={email}
        onChange={setEmail}
      />
      <FormField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
      />
      <FormControlLabel
        label="Remember Me"
        control={<Checkbox checked={remember} onChange={(_event, checked) => setRemember(checked)} />}
      />
      <Button type="submit" fullWidth className="big" disabled={pending}>
        {pending ? 'Signing in...' : 'Sign In'}
      </Button>
      {demo && (
        <div className="demo">
          <span>
            <b>Demo shop.</b> Fill in an account:
          </span>
          <div className="demo-accounts">
            {demoAccounts.map((account) => (
              <Button
                key={account.email}
                variant="outlined"
                size="small"
                onClick={() => {
                  setEmail(account.email);
                  setPassword(account.password);
                }}
              >
                {account.label}
              </Button>
            ))}
          </div>
        </div>
      )}
      <p className="muted centred">
        New here? <Link to="/register">Sign up</Link>
      </p>
    </form>
  );
}
