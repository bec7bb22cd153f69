import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { AuditLog } from '../../features/audit/AuditLog';
import { Link } from '../../ui/Link';
import { Title } from './Title';

export function AuditPage() {
  return (
    <>
      <Stack sx={{ gap: 0.75 }}>
        <Title>Audit log</Title>
        <Typography variant="inherit" color="textSecondary">
          What admins have changed, newest first.{' '}
          <Link color="primary" to="/dashboard/settings">
            Back to Settings
          </Link>
        </Typography>
      </Stack>
      <AuditLog />
    </>
  );
}
