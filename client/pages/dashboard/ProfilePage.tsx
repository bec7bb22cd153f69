import { OwnProfile } from '../../features/account/OwnProfile';
import { useSession } from '../../session/SessionProvider';
import { Title } from './Title';

export function ProfilePage() {
  const { user } = useSession();
  return (
    <>
      <Title>My Profile</Title>
      {user && <OwnProfile user={user} />}
    </>
  );
}
