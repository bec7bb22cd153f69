import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useState } from 'react';
import type { Settings } from '../../session/settings';
import { useDemoMode } from '../../session/useDemoMode';
import { rem } from '../../theme/typography';
import { Link } from '../../ui/Link';
import { DemoPanel } from './DemoPanel';
import { type DemoMail, readOutbox } from './outbox';

function useOutbox({ settings, changes }: { settings: Settings; changes: number }) {
  const [mails, setMails] = useState<DemoMail[] | 'unreadable'>();
  const read = useCallback(
    () =>
      readOutbox(settings).then(setMails, () => {
        setMails('unreadable');
      }),
    [settings],
  );
  useEffect(() => {
    void read();
  }, [read, changes]);
  return { mails, read };
}

function Mails({ mails }: { mails: DemoMail[] }) {
  if (mails.length === 0)
    return (
      <Typography variant="inherit" color="textSecondary">
        No mail is waiting.
      </Typography>
    );
  return (
    <List disablePadding sx={{ maxHeight: rem(320), overflowY: 'auto' }}>
      {mails.map(({ code, subject, to, path }, index) => (
        <ListItem key={code} disableGutters divider={index < mails.length - 1} sx={{ overflowWrap: 'anywhere' }}>
          <Link to={path} color="primary">
            {subject}{' '}
            <Typography component="span" variant="inherit" color="textSecondary" sx={{ display: 'block' }}>
              to {to}
            </Typography>
          </Link>
        </ListItem>
      ))}
    </List>
  );
}

function Outbox({ settings, changes }: { settings: Settings; changes: number }) {
  const { mails, read } = useOutbox({ settings, changes });
  return (
    <DemoPanel component="section" aria-label="Demo outbox">
      <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
        <Typography variant="h6" component="h2">
          Demo outbox
        </Typography>
        <Button size="small" variant="soft" onClick={() => void read()}>
          Refresh
        </Button>
      </Stack>
      <Typography variant="caption">
        This demo shop sends no mail. What it would have sent waits here, for every account.
      </Typography>
      <div aria-live="polite">
        {mails === 'unreadable' && <p>The outbox could not be read.</p>}
        {Array.isArray(mails) && <Mails mails={mails} />}
      </div>
    </DemoPanel>
  );
}

/** Only with the identity emulator (decision 38); `changes` counts mails sent and links used since the page was opened. */
export function DemoOutbox({ changes }: { changes: number }) {
  const settings = useDemoMode();
  return settings ? <Outbox settings={settings} changes={changes} /> : null;
}
