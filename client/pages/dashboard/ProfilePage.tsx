import { OwnProfile } from '../../features/account/OwnProfile';
import { useSession } from '../../session/SessionProvider';

export function ProfilePage() {
  const { user } = useSession();
  return (
    <>
      <h1>My Profile</h1>
      {user && <OwnProfile user={user} />}
    </>
  );
}
