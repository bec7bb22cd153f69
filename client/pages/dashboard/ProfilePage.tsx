import { OwnProfile } from '../../features/account/OwnProfile';
import { useSession } from '../../session/SessionProvider';
import { usePageTitle } from '../../ui/usePageTitle';

export function ProfilePage() {
  usePageTitle('My Profile', 'Your name, your picture and your role.');
  const { user } = useSession();
  return (
    <>
      <h1>My Profile</h1>
      {user && <OwnProfile user={user} />}
    </>
  );
}
