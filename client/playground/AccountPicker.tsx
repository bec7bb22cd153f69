import Link from '@mui/material/Link';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { demoAccounts } from '../lib/demoAccounts';
import { lazyModule } from '../lib/lazyModule';
import { loadSettings, type Settings } from '../session/settings';
import { Select } from '../ui/Select';

const tokens = lazyModule(() => import('./signInForToken'));

interface Props {
  token: string;
  onToken: (token: string) => void;
}

const bar = {
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2.25,
  rowGap: 1,
  px: 2,
  py: 1.25,
  bgcolor: 'brand.main',
  color: 'brand.contrastText',
  typography: 'dense',
  '& :focus-visible, & :has(> :focus-visible)': { outlineColor: 'brand.contrastText' },
} as const;

const labelled = { alignItems: 'center', gap: 1 };
const choices: readonly (readonly [email: string, label: string])[] = [
  ['', 'nobody'],
  ...demoAccounts.map(({ email }) => [email, email] as const),
];
const control = { height: 32, color: 'text.primary', typography: 'dense' };

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
    <Stack component="header" direction="row" sx={bar}>
      <Link href="/" variant="label">
        Kiosk
      </Link>
      <Typography variant="label" component="h1" sx={{ m: 0 }}>
        Playground
      </Typography>
      {settings?.demoAccounts && (
        <Stack component="label" direction="row" sx={labelled}>
          Act as
          <Select value={email} sx={control} choices={choices} onChange={(chosen) => void choose(chosen)} />
        </Stack>
      )}
      <Stack component="label" direction="row" sx={labelled}>
        or paste a token
        <OutlinedInput
          autoComplete="off"
          value={token}
          placeholder="Firebase ID token"
          sx={control}
          slotProps={{ input: { spellCheck: false } }}
          onChange={({ target }) => {
            onToken(target.value.trim());
            setEmail('');
            setStatus('');
          }}
        />
      </Stack>
      <span role="status">{status}</span>
    </Stack>
  );
}
