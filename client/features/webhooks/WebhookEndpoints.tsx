import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { serverMessage } from '../../lib/serverMessage';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { Panel } from '../../ui/Panel';
import { SecretOnce } from '../../ui/SecretOnce';
import { useWebhooks, type Webhook } from './useWebhooks';
import { WebhookForm } from './WebhookForm';
import { WebhookList } from './WebhookList';

/** Where the shop tells others of what happens in it. */
export function WebhookEndpoints() {
  const { webhooks, error, retry } = useWebhooks();
  const [edited, edit] = useState<Webhook | 'new'>();
  const [secret, setSecret] = useState<string>();
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
  if (!webhooks) return <Skeleton height={180} />;
  return (
    <>
      {secret !== undefined && (
        <SecretOnce
          {...{ title: 'Copy the secret now', label: 'Secret', value: secret, copied: 'The secret is copied' }}
          onDone={() => setSecret(undefined)}
        >
          Keep it where your server reads it.
        </SecretOnce>
      )}
      {edited !== undefined && (
        <WebhookForm
          key={edited === 'new' ? 'new' : edited.id}
          webhook={edited === 'new' ? undefined : edited}
          onSecret={setSecret}
          onClose={() => edit(undefined)}
        />
      )}
      <Panel title="Endpoints">
        {webhooks.length === 0 && <Typography color="textSecondary">Nobody is told of anything yet.</Typography>}
        <WebhookList webhooks={webhooks} onEdit={edit} onSecret={setSecret} />
        {edited === undefined && (
          <div>
            <Button onClick={() => edit('new')}>Add a webhook</Button>
          </div>
        )}
      </Panel>
    </>
  );
}
