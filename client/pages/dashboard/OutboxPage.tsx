import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { OutboxTable } from '../../features/mail/OutboxTable';
import { Link } from '../../ui/Link';
import { Title } from './Title';

export function OutboxPage() {
  return (
    <>
      <Stack sx={{ gap: 0.75 }}>
        <Title>Outbox</Title>
        <Typography variant="inherit" color="textSecondary">
          What the shop wrote to buyers in the last 90 days, newest first.{' '}
          <Link color="primary" to="/dashboard/settings">
            Back to Settings
          </Link>
        </Typography>
      </Stack>
      <OutboxTable />
    </>
  );
}
