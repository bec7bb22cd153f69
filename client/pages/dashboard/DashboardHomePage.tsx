import { Counts } from '../../features/counts/Counts';
import { usePageTitle } from '../../ui/usePageTitle';

export function DashboardHomePage() {
  usePageTitle('Admin Dashboard', 'Users, products and orders, counted.');
  return (
    <>
      <h1>Admin Dashboard</h1>
      <Counts />
    </>
  );
}
