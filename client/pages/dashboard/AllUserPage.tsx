import { AllUsers } from '../../features/users/AllUsers';

export function AllUserPage() {
  return (
    <>
      <h1>All Users</h1>
      <AllUsers />
    </>
  );
}
