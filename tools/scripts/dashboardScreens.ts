/** A dashboard screen, and the text that shows when its first rows are there. */
export interface DashboardScreen {
  readonly name: string;
  readonly path: string;
  /** The call that loads the rows. */
  readonly operation: string;
  readonly row: string;
}

const row = 'main tbody:not([aria-hidden]) tr, main section [role="status"] svg';

const items = (name: string, address: string): DashboardScreen => ({
  ...{ name, row, operation: 'StoreItems' },
  path: `/dashboard/${address}`,
});
const users = (name: string, search: string): DashboardScreen => ({
  ...{ name, row, operation: 'Users' },
  path: `/dashboard/AllUser${search}`,
});
const audit = (name: string, search: string): DashboardScreen => ({
  ...{ name, row, operation: 'AuditEntries' },
  path: `/dashboard/audit${search}`,
});

/** Includes every sort, and searches with rare and frequent matches among the generated records. */
export const dashboardScreens = (
  product: { slug: string; name: string },
  adminEmail: string,
): readonly DashboardScreen[] => [
  { name: 'Dashboard Home', path: '/dashboard/DashboardHome', operation: 'Counts', row: 'main dl dd' },
  items('Products', 'userProduct'),
  items('Products, oldest', 'userProduct?sort=OLDEST'),
  items('Products, by name', 'userProduct?sort=NAME'),
  items('Products, of a day', 'userProduct?date=2025-06-01'),
  items('Products, search, frequent', 'userProduct?search=leather'),
  items('Products, search, rare', 'userProduct?search=8n'),
  items('Admin Products', 'AdminProduct'),
  items('Admin Products, oldest', 'AdminProduct?sort=OLDEST'),
  items('Admin Products, by name', 'AdminProduct?sort=NAME'),
  items('Admin Products, cheapest', 'AdminProduct?sort=PRICE_ASC'),
  items('Admin Products, dearest', 'AdminProduct?sort=PRICE_DESC'),
  items('Admin Products, of a day', 'AdminProduct?date=2025-06-01'),
  items('Admin Products, of a day, by price', 'AdminProduct?date=2025-06-01&sort=PRICE_ASC'),
  items('Admin Products, search, frequent', 'AdminProduct?search=leather'),
  items('Admin Products, search, frequent, by price', 'AdminProduct?search=leather&sort=PRICE_ASC'),
  items('Admin Products, search, one product', `AdminProduct?search=${encodeURIComponent(product.name)}`),
  items('Admin Products, search, one person', 'AdminProduct?search=person-1234@'),
  items('Admin Products, search, everybody', 'AdminProduct?search=generated.test'),
  users('All Users', ''),
  users('All Users, by name', '?sort=NAME'),
  users('All Users, by e-mail', '?sort=EMAIL'),
  users('All Users, admins', '?role=ADMIN'),
  users('All Users, no admins', '?role=USER'),
  users('All Users, search, one', '?search=person-1234@'),
  users('All Users, search, some', '?search=person+98'),
  users('All Users, search, everybody', '?search=generated'),
  users('All Users, search, frequent, by name', '?search=person+1&role=USER&sort=NAME'),
  audit('Audit log', ''),
  audit('Audit log, of a person and kind', `?person=${adminEmail}&kind=UPDATE_PRODUCT`),
  { name: 'Messages', path: '/dashboard/messages', operation: 'ContactMessages', row },
  {
    name: 'Edit',
    path: `/dashboard/editProduct/${product.slug}`,
    operation: 'EditableProduct',
    row: 'main form input',
  },
  { name: 'Orders', path: '/dashboard/orders', operation: 'MyOrders', row },
  { name: 'Shop orders', path: '/dashboard/shopOrders', operation: 'ShopOrders', row },
  {
    name: 'Shop orders, needs attention',
    path: '/dashboard/shopOrders?needsAttention=true',
    operation: 'ShopOrders',
    row,
  },
  { name: 'My Profile', path: '/dashboard/profile', operation: 'OwnProfile', row: 'main form input' },
];
