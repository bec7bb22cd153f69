import Paper from '@mui/material/Paper';
import { Counts } from '../../features/counts/Counts';
import { Link } from '../../ui/Link';
import { Title } from './Title';

const links = { display: 'flex', flexWrap: 'wrap', gap: '8px 24px', '& > a': { py: 1.375 } } as const;

export function DashboardHomePage() {
  return (
    <>
      <Title>Admin Dashboard</Title>
      <Counts />
      <Paper variant="panel" component="nav" aria-label="More for admins" sx={links}>
        <Link to="/dashboard/messages">Messages from the contact form</Link>
        <Link to="/dashboard/audit">Audit log</Link>
      </Paper>
    </>
  );
}
