import { within } from '@testing-library/dom';
import { pageOf } from '../../testing/builders';
import { expectAddress, findHeading, main } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { newShopOrder } from '../../testing/shopOrder';

test('C41 the breadcrumb of an order leads to the filtered list, also after a reload', async () => {
  const shopOrder = newShopOrder();
  const { user, reload } = renderApp('/dashboard/shopOrders?toShip=true&payment=PAID', {
    as: 'admin',
    resolvers: { orders: () => pageOf([shopOrder]), shopOrder },
    width: 1440,
  });
  await user.click(await main().findByRole('link', { name: shopOrder.number }));
  await findHeading(`Order ${shopOrder.number}`);
  reload();
  await findHeading(`Order ${shopOrder.number}`);
  const crumb = within(main().getByRole('navigation', { name: 'Breadcrumb' }));
  await user.click(crumb.getByRole('link', { name: 'Shop orders' }));
  await expectAddress('/dashboard/shopOrders?toShip=true&payment=PAID');
});
