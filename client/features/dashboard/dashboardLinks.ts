import type { RoleState } from '../../session/useRole';
import type { dashboardIcons } from './dashboardIcons';

export interface DashboardLink {
  path: string;
  label: string;
  icon: keyof typeof dashboardIcons;
}

const link = (path: string, label: string, icon: DashboardLink['icon']): DashboardLink => ({ path, label, icon });

const ofAdmins = [
  link('/dashboard/DashboardHome', 'Dashboard Home', 'bars'),
  link('/dashboard/AdminProduct', 'Admin Products', 'box'),
  link('/dashboard/AllUser', 'All Users', 'users'),
  link('/dashboard/CreateProduct', 'Create Product', 'plus'),
];
const ofEverybody = link('/dashboard/userProduct', 'Products', 'home');

/** Who sees which link (section 2, 'Dashboard layout'); while the role loads only what everybody sees. */
export function dashboardLinks({ status, role }: RoleState): DashboardLink[] {
  if (status === 'loading') return [ofEverybody];
  if (role === 'user') return [ofEverybody, link('/dashboard/profile', 'My Profile', 'user')];
  return [...ofAdmins, ofEverybody, link('/dashboard/settings', 'Settings', 'gear')];
}
