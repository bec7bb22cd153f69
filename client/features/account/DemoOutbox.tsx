import Button from '@mui/material/Button';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Settings } from '../../session/settings';
import { useDemoMode } from '../../session/useDemoMode';
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
  if (mails.length === 0) return <p className="muted">No mail is waiting.</p>;
  return (
    <ul>
      {mails.map(({ code, subject, to, path }) => (
        <li key={code}>
          <Link to={path}>
            {subject} <span className="muted">to {to}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Outbox({ settings, changes }: { settings: Settings; changes: number }) {
  const { mails, read } = useOutbox({ settings, changes });
  return (
    <section className="outbox" aria-label="Demo outbox">
      <div className="outbox-head">
        <h2>Demo outbox</h2>
        <Button size="small" className="quiet" onClick={() => void read()}>
          Refresh
        </Button>
      </div>
      <p className="small">This demo shop sends no mail. What it would have sent waits here, for every account.</p>
      <div aria-live="polite">
        {mails === 'unreadable' && <p>The outbox could not be read.</p>}
        {Array.isArray(mails) && <Mails mails={mails} />}
      </div>
    </section>
  );
}

/** Only with the identity emulator (decision 38); `changes` counts mails sent and links used since the page was opened. */
export function DemoOutbox({ changes }: { changes: number }) {
  const settings = useDemoMode();
  return settings ? <Outbox settings={settings} changes={changes} /> : null;
}
