import Typography from '@mui/material/Typography';
import { TestMessage } from '../../features/mail/TestMessage';
import { type Delivery, freeAboveOf, useDelivery } from '../../features/settings/useDelivery';
import { SellerSettings } from '../../features/settings/SellerSettings';
import { constants } from '../../lib/constants';
import { formatRoundCents } from '../../lib/formatRoundCents';
import type { Settings } from '../../session/settings';
import { useSettings } from '../../session/useSettings';
import { logFailure } from '../../lib/logFailure';
import { Facts } from '../../ui/Facts';
import { Link } from '../../ui/Link';
import { Panel } from '../../ui/Panel';
import { ThemeChoice } from '../../ui/ThemeChoice';
import { Title } from './Title';

const logSettingsFailure = (error: unknown) => logFailure('Failed to load the settings', error);

function identityOf(settings: Settings): string {
  if (settings.mode === 'embedded') return 'Demo: the embedded identity, on this computer only';
  return `Firebase project ${settings.firebase.projectId}`;
}

function freeShippingOf(delivery: Delivery): string {
  const limit = freeAboveOf(delivery);
  return limit === undefined ? 'None' : `On orders over ${formatRoundCents(limit)}`;
}

const factsOf = (settings: Settings | undefined, delivery: Delivery | undefined) => ({
  Identity: settings ? identityOf(settings) : '-',
  Playground: settings ? (settings.playground ? 'On, at /playground' : 'Off') : '-',
  'Free shipping': delivery ? freeShippingOf(delivery) : '-',
  Categories: constants.categories.join(', '),
});

export function SettingsPage() {
  const settings = useSettings(logSettingsFailure);
  const delivery = useDelivery();
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
        <Facts facts={factsOf(settings, delivery)} />
      </Panel>
      <Panel title="Seller">
        <Typography variant="inherit" color="textSecondary">
          Who sells, as new invoices say it. Those that were issued stay as they are.
        </Typography>
        <SellerSettings />
      </Panel>
      <Panel title="Messages from the contact form">
        <p>
          What people wrote to the shop.{' '}
          <Link color="primary" to="/dashboard/messages">
            Open the messages
          </Link>
        </p>
      </Panel>
      <Panel title="Mail">
        <p>
          The messages that the shop wrote, and what has become of them.{' '}
          <Link color="primary" to="/dashboard/outbox">
            Open the outbox
          </Link>
        </p>
        <TestMessage />
      </Panel>
      <Panel title="API keys">
        <p>
          With them programs read and change the shop, each what it is for.{' '}
          <Link color="primary" to="/dashboard/apiKeys">
            Open the API keys
          </Link>
        </p>
      </Panel>
      <Panel title="Audit log">
        <p>
          Every change that an admin made: who, what, before and after.{' '}
          <Link color="primary" to="/dashboard/audit">
            Open the audit log
          </Link>
        </p>
      </Panel>
    </>
  );
}
