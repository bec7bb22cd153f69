import Avatar from '@mui/material/Avatar';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { rem } from '../../theme/typography';
import { Icon } from '../../ui/Icon';
import type { SentMessage } from './ContactForm';

/** The stored message, as the server returned it. */
export function MessageSent({ message, onAnother }: { message: SentMessage; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { name, email, createdAt } = message;
  return (
    <Stack role="status" sx={{ alignItems: 'start', gap: 2, overflowWrap: 'anywhere' }}>
      <Avatar component="span" sx={{ width: rem(48), height: rem(48), bgcolor: 'success.soft', color: 'success.main' }}>
        <Icon name="check" />
      </Avatar>
      <Typography variant="h3" component="h2" ref={heading} tabIndex={-1}>
        Your message is kept
      </Typography>
      <Typography>
        Thank you, <bdi>{name}</bdi>. It stands in the shop&apos;s database, where the people of the shop read it. No
        copy of it is mailed to you; any answer will be written to <b>{email}</b> by a person.
      </Typography>
      <Paper component="dl" variant="panel" sx={{ gap: 0, '& dd + dt': { mt: 1.5 } }}>
        <Typography variant="caption" component="dt" color="textSecondary">
          Kept at
        </Typography>
        <Typography component="dd">
          <time dateTime={createdAt}>{new Date(createdAt).toLocaleString()}</time>
        </Typography>
        <Typography variant="caption" component="dt" color="textSecondary">
          Your words
        </Typography>
        <Typography component="dd" dir="auto" sx={{ whiteSpace: 'pre-line' }}>
          {message.message}
        </Typography>
      </Paper>
      <Button variant="ink" onClick={onAnother}>
        Write another message
      </Button>
    </Stack>
  );
}
