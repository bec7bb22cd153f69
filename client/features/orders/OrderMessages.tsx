import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { messageKinds } from '../../lib/messageKinds';
import { DateTime } from '../../ui/DateTime';
import { MessageContent } from '../../ui/MessageContent';
import type { Order } from './orderStatusLabels';

type Message = NonNullable<Order['messages']>[number];

/** In a demo shop, which sends no mail: the buyer's messages. */
export function OrderMessages({ messages }: { messages: readonly Message[] }) {
  if (messages.length === 0) return <Typography variant="body2">No message was written yet.</Typography>;
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography variant="caption" component="p" color="textSecondary">
        This demo shop sends no mail. What it would have sent is here.
      </Typography>
      {messages.map((message) => (
        <OneMessage key={message.id} message={message} />
      ))}
    </Stack>
  );
}

function OneMessage({ message: { kind, createdAt, content } }: { message: Message }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack sx={{ gap: 1.5, minWidth: 0 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="body2">
          <b>{messageKinds[kind]}</b> <DateTime at={createdAt} />
        </Typography>
        <Button variant="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Close the message' : 'Read the message'}
        </Button>
      </Stack>
      {isOpen && <MessageContent content={content} />}
    </Stack>
  );
}
