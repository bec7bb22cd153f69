import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Messages } from '../../features/messages/Messages';
import { Title } from './Title';

export function MessagesPage() {
  return (
    <>
      <Stack sx={{ gap: 0.75 }}>
        <Title>Messages</Title>
        <Typography variant="inherit" color="textSecondary">
          What was written on the contact page, newest first. What no admin has read before is marked as new. Of 10,000
          messages the oldest that were read make room for new ones; while none was read, no more are taken.
        </Typography>
      </Stack>
      <Messages />
    </>
  );
}
