import { Link } from 'react-router-dom';
import { Counts } from '../../features/counts/Counts';

export function DashboardHomePage() {
  return (
    <>
      <h1>Admin Dashboard</h1>
      <Counts />
      <nav className="card-box home-links" aria-label="More for admins">
        <Link to="/dashboard/settings#messages">Messages from the contact form</Link>
        <Link to="/dashboard/audit">Audit log</Link>
      </nav>
    </>
  );
}
