import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import {
  OutboxMessageDocument,
  type OutboxMessageQuery,
  OutboxMessagesDocument,
  ResendMessageDocument,
} from '../../__generated__/lazyOperations';
import { messageKinds } from '../../lib/messageKinds';
import { requireData } from '../../lib/noAnswer';
import { serverMessage } from '../../lib/serverMessage';
import { rem } from '../../theme/typography';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { MessageContent } from '../../ui/MessageContent';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast';
import { useIdempotencyKey } from '../../ui/useIdempotencyKey';
import { statuses } from './outboxColumns';
import type { OutboxRow } from './useOutbox';

interface Props {
  row: OutboxRow;
  onClose: () => void;
}

const area = { width: '100%', scrollMarginTop: rem(96), '&:focus': { outline: 'none' } } as const;

/** Below the table: a message as its recipient sees it. */
export function MessagePanel({ row, onClose }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.focus();
  }, []);
  const { data, error } = useQuery(OutboxMessageDocument, {
    variables: { id: row.id },
    fetchPolicy: 'cache-and-network',
  });
  const message = data?.outboxMessage;
  const title = `${messageKinds[row.kind]} ${row.orderNumber ?? ''}`.trim();
  return (
    <Box ref={ref} tabIndex={-1} role="group" aria-label={title} sx={area}>
      <Panel title={title}>
        {message && <Message message={message} row={row} />}
        {!message &&
          (error ? <ErrorAlert sentence={serverMessage(error, noMessage)} /> : <Skeleton height={rem(240)} />)}
        <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1.5 }}>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          {message && <SendAgain message={message} />}
        </Stack>
      </Panel>
    </Box>
  );
}

const noMessage = 'Failed to load the message';
const orderUnavailable = 'Its order cannot be read any more.';
const subjectUnavailable = 'What it tells of is not there any more.';

type Loaded = NonNullable<OutboxMessageQuery['outboxMessage']>;

function Message({
  message: { status, attempts, lastError, content },
  row: { recipient, kind },
}: {
  message: Loaded;
  row: OutboxRow;
}) {
  const isContact = kind === 'CONTACT_MESSAGES';
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Chip variant="status" {...statuses[status]} />
        <Typography variant="body2">
          To <bdi>{recipient}</bdi>
          {attempts > 0 && `, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`}
        </Typography>
      </Stack>
      {lastError !== null && <ErrorAlert sentence={lastError} />}
      {content ? <MessageContent content={content} /> : <p>{isContact ? subjectUnavailable : orderUnavailable}</p>}
    </>
  );
}

/**
 * Queued messages are sent automatically, and deleted ones cannot be sent. One that has changed since it was shown is
 * shown anew instead of being sent: another admin, or an earlier press whose answer was lost, may have sent it.
 */
function SendAgain({ message: { id, version, status, isDeliveryOn, content } }: { message: Loaded }) {
  const client = useApolloClient();
  const [resend, { loading }] = useMutation(ResendMessageDocument);
  const key = useIdempotencyKey();
  if (!isDeliveryOn || !content || (status !== 'SENT' && status !== 'FAILED')) return null;

  async function send(): Promise<void> {
    const seen = { id, version };
    const { input, headers } = key.requestOf(seen, seen);
    try {
      requireData((await resend({ variables: { input }, context: { headers } })).data);
      key.renew();
      toast('The message is on its way', 'success');
      await refetch([OutboxMessagesDocument]);
    } catch (error) {
      key.afterFailure(error);
      toast(serverMessage(error, 'Failed to send the message'), 'error');
      await refetch([OutboxMessageDocument, OutboxMessagesDocument]);
    }
  }

  /** Table and panel show their own load errors. */
  const refetch = (include: (typeof OutboxMessageDocument | typeof OutboxMessagesDocument)[]) =>
    client.refetchQueries({ include }).then(
      () => undefined,
      () => undefined,
    );

  return (
    <Button disabled={loading} onClick={() => void send()}>
      Send again
    </Button>
  );
}
