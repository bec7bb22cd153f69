import { Link } from 'react-router-dom';
import { AuditLog } from '../../features/audit/AuditLog';

export function AuditPage() {
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
