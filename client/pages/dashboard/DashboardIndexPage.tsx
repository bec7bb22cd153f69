/** The index shows only this (decision 28). */
export function DashboardIndexPage() {
  return <h1>dashboardHome</h1>;
}
