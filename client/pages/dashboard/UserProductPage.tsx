import { OwnItems } from '../../features/dashboard/OwnItems';
import { useSession } from '../../session/SessionProvider';
import { usePageTitle } from '../../ui/usePageTitle';

export function UserProductPage() {
  usePageTitle('Products');
  const { user } = useSession();
  return (
    <>
      <h1>Products</h1>
      {user && <OwnItems email={user.email} />}
    </>
  );
}
