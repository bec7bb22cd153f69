import { Avatar } from '../../ui/Avatar';
import { useSession } from '../../session/SessionProvider';
import { useRole } from '../../session/useRole';
import { usePageTitle } from '../../ui/usePageTitle';

export function ProfilePage() {
  usePageTitle('My Profile');
  const { user } = useSession();
  const { status, role } = useRole();
  if (!user) return null;
  return (
    <>
      <h1>My Profile</h1>
      <section className="card-box profile" aria-label="Your account">
        <Avatar name={user.displayName || user.email} photoURL={user.photoURL} />
        <dl className="facts-list">
          <dt>Name</dt>
          <dd>{user.displayName || '-'}</dd>
          <dt>Email</dt>
          <dd>{user.email}</dd>
          <dt>Role</dt>
          <dd>{status === 'loading' ? 'Loading...' : role}</dd>
        </dl>
      </section>
    </>
  );
}
