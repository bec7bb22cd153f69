import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { serverMessage } from '../../lib/serverMessage';
import { rem } from '../../theme/typography';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { confirmLeaving } from '../../ui/leaveGuard';
import { Panel } from '../../ui/Panel';
import { SecretOnce } from '../../ui/SecretOnce';
import { type ShownSecret, useWebhooks } from './useWebhooks';
import { WebhookForm } from './WebhookForm';
import { WebhookList } from './WebhookList';

/** The endpoints that receive the shop's events. */
export function WebhookEndpoints() {
  const { webhooks, error, retry } = useWebhooks();
  /** An id, or 'new'. */
  const [edited, setEdited] = useState<string>();
  // Of each endpoint the latest, until it is dismissed: another one's must not replace it before it is copied.
  const [secrets, setSecrets] = useState<readonly ShownSecret[]>([]);
  const others = (id: string) => secrets.filter((each) => each.id !== id);
  const show = (shown: ShownSecret) => setSecrets([shown, ...others(shown.id)]);
  if (error)
    return (
      <>
        <ErrorAlert sentence={serverMessage(error, 'Failed to load the webhooks')} />
        <div>
          <Button variant="quiet" onClick={retry}>
            Try again
          </Button>
        </div>
      </>
    );
  if (!webhooks) return <Skeleton height={rem(180)} />;
  const webhook = webhooks.find(({ id }) => id === edited);
  const isOpen = edited === 'new' || webhook !== undefined;
  function edit(id: string) {
    if (!isOpen) setEdited(id);
    else if (id !== edited) confirmLeaving(() => setEdited(id));
  }
  return (
    <>
      {secrets.map(({ id, url, secret }) => (
        <SecretOnce
          key={id}
          {...{ title: 'Copy the secret now', label: 'Secret', value: secret, copied: 'The secret is copied' }}
          onDone={() => setSecrets(others(id))}
        >
          Keep it where the server of <bdi>{url}</bdi> reads it.
        </SecretOnce>
      ))}
      {isOpen && <WebhookForm key={edited} webhook={webhook} onSecret={show} onClose={() => setEdited(undefined)} />}
      <Panel title="Endpoints">
        {webhooks.length === 0 && <Typography color="textSecondary">Nobody is told of anything yet.</Typography>}
        <WebhookList webhooks={webhooks} onEdit={({ id }) => edit(id)} onSecret={show} />
        {!isOpen && (
          <div>
            <Button onClick={() => edit('new')}>Add a webhook</Button>
          </div>
        )}
      </Panel>
    </>
  );
}
