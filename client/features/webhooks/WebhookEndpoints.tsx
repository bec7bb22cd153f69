import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { serverMessage } from '../../lib/serverMessage';
import { rem } from '../../theme/typography';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { confirmLeaving } from '../../ui/leaveGuard';
import { Panel } from '../../ui/Panel';
import { SecretOnce } from '../../ui/SecretOnce';
import { useFocusFallback } from '../../ui/useFocusFallback';
import { type ShownSecret, useWebhooks } from './useWebhooks';
import { WebhookForm } from './WebhookForm';
import { WebhookList } from './WebhookList';

/** The endpoints that receive the shop's events. */
export function WebhookEndpoints() {
  const { webhooks, error, retry } = useWebhooks();
  /** Of an id, or 'new'. Each opening is an object of its own: an answer closes the form that it is of, and no later one. */
  const [edited, setEdited] = useState<{ readonly id: string }>();
  // Of each endpoint the latest, until it is dismissed: another one's must not replace it before it is copied.
  const [secrets, setSecrets] = useState<readonly ShownSecret[]>([]);
  const without = (all: readonly ShownSecret[], id: string) => all.filter((each) => each.id !== id);
  const show = (shown: ShownSecret) => setSecrets((all) => [shown, ...without(all, shown.id)]);
  // Forms and secrets go with the button that closes them.
  const [closed, setClosed] = useState(0);
  const add = useRef<HTMLButtonElement>(null);
  useFocusFallback(add, closed);
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
  const webhook = webhooks.find(({ id }) => id === edited?.id);
  const isOpen = edited?.id === 'new' || webhook !== undefined;
  function edit(id: string) {
    if (!isOpen) setEdited({ id });
    else if (id !== edited?.id) confirmLeaving(() => setEdited({ id }));
  }
  function close() {
    setEdited((now) => (now === edited ? undefined : now));
    setClosed((count) => count + 1);
  }
  function dismiss(id: string) {
    setSecrets((all) => without(all, id));
    setClosed((count) => count + 1);
  }
  return (
    <>
      {secrets.map(({ id, url, secret }) => (
        <SecretOnce
          key={id}
          {...{ title: 'Copy the secret now', label: 'Secret', value: secret, copied: 'The secret is copied' }}
          onDone={() => dismiss(id)}
        >
          Keep it where the server of <bdi>{url}</bdi> reads it.
        </SecretOnce>
      ))}
      {isOpen && <WebhookForm key={edited?.id} webhook={webhook} onSecret={show} onClose={close} />}
      <Panel title="Endpoints">
        {webhooks.length === 0 && <Typography color="textSecondary">Nobody is told of anything yet.</Typography>}
        <WebhookList
          webhooks={webhooks}
          onEdit={({ id }) => edit(id)}
          onSecret={show}
          onDeleted={({ id }) => setSecrets((all) => without(all, id))}
        />
        <div>
          <Button ref={add} aria-disabled={isOpen} onClick={() => !isOpen && edit('new')}>
            Add a webhook
          </Button>
        </div>
      </Panel>
    </>
  );
}
