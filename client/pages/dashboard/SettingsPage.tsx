import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { TestMessage } from '../../features/mail/TestMessage';
import { Messages } from '../../features/messages/Messages';
import { constants } from '../../lib/constants';
import { loadSettings, type Settings } from '../../session/settings';
import { logFailure } from '../../lib/logFailure';
import { Facts } from '../../ui/Facts';
import { Link } from '../../ui/Link';
import { Panel } from '../../ui/Panel';
import { ThemeChoice } from '../../ui/ThemeChoice';
import { Title } from './Title';

function useSettings(): Settings | undefined {
  const [settings, setSettings] = useState<Settings>();
  useEffect(() => {
    let current = true;
    loadSettings().then(
      (loaded) => current && setSettings(loaded),
      (error: unknown) => logFailure('Failed to load the settings', error),
    );
    return () => {
      current = false;
    };
  }, []);
  return settings;
}

function identityOf(settings: Settings): string {
  if (settings.mode === 'embedded') return 'Demo: the embedded identity, on this computer only';
  return `Firebase project ${settings.firebase.projectId}`;
}

const factsOf = (settings: Settings | undefined) => ({
  Identity: settings ? identityOf(settings) : '-',
  Playground: settings ? (settings.playground ? 'On, at /playground' : 'Off') : '-',
  'Free shipping': `On orders over $${constants.freeShippingThreshold}`,
  Categories: constants.categories.join(', '),
});

/** The part of the page that the address names is in view and has the focus. */
function useTarget(name: string) {
  const { hash } = useLocation();
  const target = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hash !== name) return;
    target.current?.scrollIntoView();
    target.current?.focus({ preventScroll: true });
  }, [hash, name]);
  return target;
}

export function SettingsPage() {
  const settings = useSettings();
  const messages = useTarget('#messages');
  return (
    <>
      <Title>Settings</Title>
      <Panel title="Appearance">
        <Typography variant="inherit" color="textSecondary">
          Kept in this browser only.
        </Typography>
        <ThemeChoice />
      </Panel>
      <Panel title="How this shop is configured">
        <Facts facts={factsOf(settings)} />
      </Panel>
      <Panel title="Mail">
        <p>
          The messages that the shop wrote to buyers, and what has become of them.{' '}
          <Link color="primary" to="/dashboard/outbox">
            Open the outbox
          </Link>
        </p>
        <TestMessage />
      </Panel>
      <Panel title="Audit log">
        <p>
          Every change that an admin made: who, what, before and after.{' '}
          <Link color="primary" to="/dashboard/audit">
            Open the audit log
          </Link>
        </p>
      </Panel>
      <Stack component="section" aria-labelledby="messages" sx={{ gap: 1.75, width: 1, mt: 1 }}>
        <Typography variant="h4" component="h2" id="messages" ref={messages} tabIndex={-1}>
          Messages from the contact form
        </Typography>
        <Messages />
      </Stack>
    </>
  );
}
