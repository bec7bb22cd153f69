import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Messages } from '../../features/messages/Messages';
import { constants } from '../../lib/constants';
import { loadSettings, type Settings } from '../../session/settings';
import { logFailure } from '../../lib/logFailure';
import { ThemeChoice } from '../../ui/ThemeChoice';

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
        <h2 id="messages" ref={messages} tabIndex={-1}>
          Messages from the contact form
        </h2>
        <Messages />
      </section>
    </>
  );
}
