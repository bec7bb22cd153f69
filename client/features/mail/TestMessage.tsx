import { useMutation } from '@apollo/client/react';
import Button from '@mui/material/Button';
import { SendTestMessageDocument } from '../../__generated__/lazyOperations';
import { serverMessage } from '../../lib/serverMessage';
import { loadSettings } from '../../session/settings';
import { toast } from '../../ui/toast';
import { useIdempotencyKey } from '../../ui/useIdempotencyKey';

/** Unreadable settings are ignored: the message is sent anyway. */
const whyNotSent = async () =>
  (await loadSettings().catch(() => undefined))?.outbound === false ? 'OUTBOUND is off' : 'No SMTP server is set';

/** To the admin's own mailbox; the outbox shows its delivery. */
export function TestMessage() {
  const [sendTest, { loading }] = useMutation(SendTestMessageDocument);
  const key = useIdempotencyKey();
  async function send() {
    try {
      const { data } = await sendTest({ context: { headers: key.headers('test message') } });
      key.renew();
      const message = data?.sendTestMessage?.outboxMessage;
      toast(
        message?.isDeliveryOn
          ? `A test message is on its way to ${message.recipient}`
          : `${await whyNotSent()}: the test message is in the outbox`,
        'success',
      );
    } catch (error) {
      key.afterFailure(error);
      toast(serverMessage(error, 'Failed to send the test message'), 'error');
    }
  }
  return (
    <div>
      <Button variant="quiet" disabled={loading} onClick={() => void send()}>
        Send test message
      </Button>
    </div>
  );
}
