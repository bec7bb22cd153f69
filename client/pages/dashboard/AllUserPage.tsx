import { AllUsers } from '../../features/users/AllUsers';
import { Title } from './Title';

export function AllUserPage() {
  return (
    <>
      <Title>All Users</Title>
      <AllUsers />
    </>
  );
}
