import { usePageTitle } from '../../ui/usePageTitle';

/** The index shows only this (decision 28). */
export function DashboardIndexPage() {
  usePageTitle('Dashboard', 'Your products and your account.');
  return <h1>dashboardHome</h1>;
}
