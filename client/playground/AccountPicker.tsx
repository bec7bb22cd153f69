import { useEffect, useState } from 'react';
import { demoAccounts } from '../lib/demoAccounts';
import { lazyModule } from '../lib/lazyModule';
import { loadSettings, type Settings } from '../session/settings';

const tokens = lazyModule(() => import('./signInForToken'));

interface Props {
  token: string;
  onToken: (token: string) => void;
}

/** The token lives in this page only and does not touch the shop's session. */
export function AccountPicker({ token, onToken }: Props) {
  const [settings, setSettings] = useState<Settings>();
  const [email, setEmail] = useState('');
  const [status, setStatus] = useState('');
  useEffect(() => {
    loadSettings().then(setSettings, () => setStatus('The settings of the shop could not be read'));
  }, []);

  async function choose(chosen: string) {
    setEmail(chosen);
    const account = demoAccounts.find((each) => each.email === chosen);
    if (!account || !settings) {
      onToken('');
      setStatus('');
      return;
    }
    setStatus('Signing in...');
    try {
      const { signInForToken } = await tokens.load();
      onToken(await signInForToken(settings, account));
      setStatus(`Signed in as ${chosen}`);
    } catch {
      onToken('');
      setStatus('The sign-in did not work; is the Auth emulator up?');
    }
  }

  return (
    <header className="identity">
      <a href="/">Kiosk</a>
      <h1>Playground</h1>
      {settings?.demoAccounts && (
        <label>
          Act as
          <select value={email} onChange={({ target }) => void choose(target.value)}>
            <option value="">nobody</option>
            {demoAccounts.map((account) => (
              <option key={account.email} value={account.email}>
                {account.email}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className="token">
        or paste a token
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          value={token}
          placeholder="Firebase ID token"
          onChange={({ target }) => {
            onToken(target.value.trim());
            setEmail('');
            setStatus('');
          }}
        />
      </label>
      <span role="status">{status}</span>
    </header>
  );
}
