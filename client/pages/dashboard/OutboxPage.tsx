import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { OutboxTable } from '../../features/mail/OutboxTable';
import { Link } from '../../ui/Link';
import { OutboundOff } from './OutboundOff';
import { Title } from './Title';

export function OutboxPage() {
  return (
    <>
      <Stack sx={{ gap: 0.75 }}>
        <Title>Outbox</Title>
        <Typography variant="inherit" color="textSecondary">
          What the shop wrote to buyers and its own people in the last 90 days, newest first.{' '}
          <Link color="primary" to="/dashboard/settings">
            Back to Settings
          </Link>
        </Typography>
      </Stack>
      <OutboundOff />
      <OutboxTable />
    </>
  );
}
