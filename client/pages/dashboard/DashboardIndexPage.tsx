import { Title } from './Title';

/** The index shows only this (decision 28). */
export function DashboardIndexPage() {
  return <Title>dashboardHome</Title>;
}
