import { AllUsers } from '../../features/users/AllUsers';
import { usePageTitle } from '../../ui/usePageTitle';

export function AllUserPage() {
  usePageTitle('All Users', 'Who is registered, and who is an admin.');
  return (
    <>
      <h1>All Users</h1>
      <AllUsers />
    </>
  );
}
