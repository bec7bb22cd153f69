import { useMutation } from '@apollo/client/react';
import Button from '@mui/material/Button';
import { SendTestMessageDocument, type SendTestMessageMutation } from '../../__generated__/lazyOperations';
import { loadSettings } from '../../session/settings';
import { useMutationToast } from '../../ui/useMutationToast';

/** Unreadable settings are ignored: the message is sent anyway. */
const whyNotSent = async () =>
  (await loadSettings().catch(() => undefined))?.outbound === false ? 'OUTBOUND is off' : 'No SMTP server is set';

async function whereItWent(data: SendTestMessageMutation | undefined): Promise<string> {
  const message = data?.sendTestMessage?.outboxMessage;
  return message?.isDeliveryOn
    ? `A test message is on its way to ${message.recipient}`
    : `${await whyNotSent()}: the test message is in the outbox`;
}

/** To the admin's own mailbox; the outbox shows its delivery. */
export function TestMessage() {
  const [sendTest, { loading }] = useMutation(SendTestMessageDocument);
  const call = useMutationToast();
  const send = () =>
    call('test message', (context) => sendTest({ context }), {
      done: ({ data }) => whereItWent(data),
      failed: 'Failed to send the test message',
    });
  return (
    <div>
      <Button variant="quiet" disabled={loading} onClick={() => void send()}>
        Send test message
      </Button>
    </div>
  );
}
