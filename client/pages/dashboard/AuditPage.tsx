import { Link } from 'react-router-dom';
import { AuditLog } from '../../features/audit/AuditLog';
import { usePageTitle } from '../../ui/usePageTitle';

export function AuditPage() {
  usePageTitle('Audit log', 'What admins have changed, newest first.');
  return (
    <>
      <div className="dash-title">
        <h1>Audit log</h1>
        <p className="muted">
          What admins have changed, newest first. <Link to="/dashboard/settings">Back to Settings</Link>
        </p>
      </div>
      <AuditLog />
    </>
  );
}
