import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Messages } from '../../features/messages/Messages';
import { constants } from '../../lib/constants';
import { loadSettings, type Settings } from '../../session/settings';
import { logFailure } from '../../lib/logFailure';
import { ThemeChoice } from '../../ui/ThemeChoice';
import { usePageTitle } from '../../ui/usePageTitle';

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

export function SettingsPage() {
  usePageTitle('Settings', 'How the shop is set up, and the messages that reached it.');
  const settings = useSettings();
  return (
    <>
      <h1>Settings</h1>
      <section className="card-box" aria-labelledby="appearance">
        <h2 id="appearance">Appearance</h2>
        <p className="muted">Kept in this browser only.</p>
        <ThemeChoice />
      </section>
      <section className="card-box" aria-labelledby="configuration">
        <h2 id="configuration">How this shop is configured</h2>
        <dl className="facts-list">
          <dt>Identity</dt>
          <dd>
            {settings?.mode === 'embedded' && 'Demo: the embedded identity, on this computer only'}
            {settings?.mode === 'firebase' && `Firebase project ${settings.firebase.projectId}`}
            {!settings && '-'}
          </dd>
          <dt>Playground</dt>
          <dd>{settings ? (settings.playground ? 'On, at /playground' : 'Off') : '-'}</dd>
          <dt>Free shipping</dt>
          <dd>On orders over ${constants.freeShippingThreshold}</dd>
          <dt>Categories</dt>
          <dd>{constants.categories.join(', ')}</dd>
        </dl>
      </section>
      <section className="card-box" aria-labelledby="log">
        <h2 id="log">Audit log</h2>
        <p>
          Every change that an admin made: who, what, before and after.{' '}
          <Link to="/dashboard/audit">Open the audit log</Link>
        </p>
      </section>
      <section className="dash-part" aria-labelledby="messages">
        <h2 id="messages">Messages from the contact form</h2>
        <Messages />
      </section>
    </>
  );
}
