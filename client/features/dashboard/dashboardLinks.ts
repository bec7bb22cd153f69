import type { RoleState } from '../../session/useRole';
import type { dashboardIcons } from './dashboardIcons';

export interface DashboardLink {
  path: string;
  label: string;
  icon: keyof typeof dashboardIcons;
}

const link = (path: string, label: string, icon: DashboardLink['icon']): DashboardLink => ({ path, label, icon });

export const messagesPath = '/dashboard/messages';

const adminLinks = [
  link('/dashboard/DashboardHome', 'Dashboard Home', 'bars'),
  link('/dashboard/AdminProduct', 'Admin Products', 'box'),
  link('/dashboard/AllUser', 'All Users', 'users'),
  link('/dashboard/CreateProduct', 'Create Product', 'plus'),
];
const shopLinks = [link('/dashboard/shipping', 'Shipping', 'truck'), link('/dashboard/taxes', 'Taxes', 'percent')];
const shopOrdersLink = link('/dashboard/shopOrders', 'Shop orders', 'receipt');
const ordersLink = link('/dashboard/orders', 'Orders', 'bag');
const stockLink = link('/dashboard/stock', 'Stock', 'layers');
const paymentsLink = link('/dashboard/payments', 'Payments', 'card');
const reportsLink = link('/dashboard/reports', 'Reports', 'chart');
const messagesLink = link(messagesPath, 'Messages', 'chat');
const outboxLink = link('/dashboard/outbox', 'Outbox', 'mail');
const webhooksLink = link('/dashboard/webhooks', 'Webhooks', 'bolt');
const commonLink = link('/dashboard/userProduct', 'Products', 'home');

/** The links per role (section 2, 'Dashboard layout'), then Kiosk's own; the common ones while the role is loading. */
export function dashboardLinks({ status, role }: RoleState): DashboardLink[] {
  if (status === 'loading') return [commonLink];
  if (role === 'user') return [commonLink, link('/dashboard/profile', 'My Profile', 'user'), ordersLink, stockLink];
  return [
    ...adminLinks,
    commonLink,
    link('/dashboard/settings', 'Settings', 'gear'),
    shopOrdersLink,
    ordersLink,
    stockLink,
    paymentsLink,
    reportsLink,
    ...shopLinks,
    messagesLink,
    outboxLink,
    webhooksLink,
  ];
}
