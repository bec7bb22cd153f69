import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DateTime } from '../../ui/DateTime';
import { useFocusFallback } from '../../ui/useFocusFallback';
import { endpointStatuses, eventLabels } from './webhookLabels';
import { type ShownSecret, useWebhookActions, type Webhook } from './useWebhooks';

interface Props {
  webhooks: readonly Webhook[];
  onEdit: (webhook: Webhook) => void;
  onSecret: (shown: ShownSecret) => void;
  onDeleted: (webhook: Webhook) => void;
}

type Confirmation = { readonly about: 'delete' | 'secret'; readonly webhook: Webhook };

/** The endpoints with their state and actions. */
export function WebhookList({ webhooks, onEdit, onSecret, onDeleted }: Props) {
  const actions = useWebhookActions(onSecret);
  const [asked, ask] = useState<Confirmation>();
  const [deleted, setDeleted] = useState<string>();
  // 'Delete' is removed with its endpoint.
  const list = useRef<HTMLUListElement>(null);
  useFocusFallback(list, webhooks.some(({ id }) => id === deleted) ? undefined : deleted);
  const answer = (act: (webhook: Webhook) => unknown) => () => {
    ask(undefined);
    if (asked) void act(asked.webhook);
  };
  async function remove(webhook: Webhook) {
    if (!(await actions.remove(webhook))) return;
    setDeleted(webhook.id);
    onDeleted(webhook);
  }
  return (
    <>
      <Box component="ul" ref={list} tabIndex={-1} aria-label="Webhooks" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {webhooks.map((webhook) => (
          <Box component="li" key={webhook.id} sx={{ py: 2, borderTop: 1, borderColor: 'divider' }}>
            <Stack sx={{ gap: 1 }}>
              <WebhookWords webhook={webhook} />
              <Actions webhook={webhook} actions={actions} onEdit={onEdit} ask={ask} />
            </Stack>
          </Box>
        ))}
      </Box>
      {asked?.about === 'delete' && (
        <ConfirmDialog
          question="Delete this webhook?"
          detail={`Nothing is sent to "${asked.webhook.url}" any more, and its deliveries are gone.`}
          confirm="Delete"
          onConfirm={answer(remove)}
          onClose={() => ask(undefined)}
        />
      )}
      {asked?.about === 'secret' && (
        <ConfirmDialog
          question="Make a new secret?"
          detail="It signs at once. The present one signs beside it for 24 hours, in which your server has to learn the new one."
          confirm="New secret"
          onConfirm={answer(actions.newSecret)}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  );
}

const idOf = ({ id }: Webhook) => `webhook-${id}`;

function WebhookWords({ webhook }: { webhook: Webhook }) {
  const { url, description, events, status, failingSince, droppedEvents, olderSecretEndsAt } = webhook;
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Typography id={idOf(webhook)} variant="label" component="h3" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{url}</bdi>
        </Typography>
        <Chip variant="status" {...endpointStatuses[status]} />
      </Stack>
      {description !== '' && (
        <Typography variant="body2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {description}
        </Typography>
      )}
      <Typography variant="body2" color="textSecondary">
        {events.map((event) => eventLabels[event]).join(', ')}
      </Typography>
      {failingSince !== null && (
        <Typography variant="body2" color="error">
          Nothing has arrived since <DateTime at={failingSince} />
          {status === 'DISABLED' && ': the shop has stopped sending'}
        </Typography>
      )}
      {droppedEvents > 0 && (
        <Typography variant="body2" color="error">
          Too many events were waiting: {droppedEvents} were left out
        </Typography>
      )}
      {olderSecretEndsAt !== null && (
        <Typography variant="body2" color="textSecondary">
          The secret before this one signs until <DateTime at={olderSecretEndsAt} />
        </Typography>
      )}
    </>
  );
}

interface ActionsProps {
  webhook: Webhook;
  actions: ReturnType<typeof useWebhookActions>;
  onEdit: (webhook: Webhook) => void;
  ask: (asked: Confirmation) => void;
}

function Actions({ webhook, actions, onEdit, ask }: ActionsProps) {
  const isActive = webhook.status === 'ACTIVE';
  // Keys, because Pause and Activate are one button, which keeps the focus.
  const buttons: readonly (readonly [key: string, label: string, act: () => unknown])[] = [
    ['edit', 'Edit', () => onEdit(webhook)],
    ['active', isActive ? 'Pause' : 'Activate', () => actions.setActive(webhook, !isActive)],
    ...(isActive ? [['test', 'Send test event', () => actions.sendTest(webhook)] as const] : []),
    ['secret', 'New secret', () => ask({ about: 'secret', webhook })],
    ['delete', 'Delete', () => ask({ about: 'delete', webhook })],
  ];
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {buttons.map(([key, label, act]) => (
        <Button
          key={key}
          variant="quiet"
          size="small"
          aria-disabled={actions.isBusy}
          aria-describedby={idOf(webhook)}
          onClick={() => {
            if (!actions.isBusy) void act();
          }}
        >
          {label}
        </Button>
      ))}
    </Stack>
  );
}
