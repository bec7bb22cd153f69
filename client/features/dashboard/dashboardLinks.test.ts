import { dashboardLinks } from './dashboardLinks';

const paths = (...of: Parameters<typeof dashboardLinks>) => dashboardLinks(...of).map(({ path }) => path);

const userPaths = ['/dashboard/userProduct', '/dashboard/profile', '/dashboard/orders', '/dashboard/stock'];

describe('M31: dashboardLinks', () => {
  it('gives admins the management links and the user links', () => {
    expect(paths({ status: 'known', role: 'admin' })).toEqual([
      '/dashboard/DashboardHome',
      '/dashboard/AdminProduct',
      '/dashboard/AllUser',
      '/dashboard/CreateProduct',
      '/dashboard/userProduct',
      '/dashboard/settings',
      '/dashboard/shopOrders',
      '/dashboard/orders',
      '/dashboard/stock',
      '/dashboard/payments',
      '/dashboard/reports',
      '/dashboard/shipping',
      '/dashboard/taxes',
      '/dashboard/messages',
      '/dashboard/outbox',
      '/dashboard/webhooks',
    ]);
  });

  it("gives role 'user' the user links, also when the role lookup failed", () => {
    expect(paths({ status: 'known', role: 'user' })).toEqual(userPaths);
    expect(paths({ status: 'failed', role: 'user' })).toEqual(userPaths);
  });

  it('gives only the product link while the role loads', () => {
    expect(paths({ status: 'loading', role: 'user' })).toEqual(['/dashboard/userProduct']);
  });
});
