import { screen, waitFor, within } from '@testing-library/dom';
import { pageOf } from '../../testing/builders';
import { money, newOrder } from '../../testing/checkout';
import { expectAddress, findHeading, findToast, main, rows, textsOf } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { offline, refusal } from '../../testing/shop';

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const listed = (number: string, more: object = {}) =>
  newOrder({ number, placedAt: '2026-11-19T12:00:00.000Z', canUndoUntil: null, ...more });

const open = (orders: readonly object[], more: object = {}, as: 'user' | 'admin' = 'user') =>
  renderApp('/dashboard/orders', {
    as,
    width: 1440,
    resolvers: {
      myOrders: (page: { first?: number; after?: string | null }) => pageOf(orders, page, { claimable: 0, ...more }),
    },
  });

test('C31 lists number, date, items, total and status of each order, and the time left to undo it', async () => {
  const { user } = open([
    listed('K-7QF2-M4XD', { pieces: 4, canUndoUntil: minutesFromNow(7.5), pictures: ['/p/a.webp', '/p/b.webp'] }),
    listed('K-3HW8-R2TC', { overallStatus: 'ON_ITS_WAY', total: money(12_763) }),
    listed('K-9PLM-6VQA', { overallStatus: 'DELIVERED' }),
    listed('K-1XNE-80GJ', { overallStatus: 'REFUNDED' }),
    listed('K-5ZKD-C7BW', { overallStatus: 'CANCELLED' }),
  ]);
  await findHeading('Orders');
  expect(await main().findByText('5 orders, newest first')).toBeVisible();
  expect(textsOf(main().getAllByRole('columnheader'))).toEqual(['Number', 'Date', 'Items', 'Total', 'Status']);
  const cells = rows().map((each) => textsOf(within(each).getAllByRole('cell')));
  expect(cells).toEqual([
    ['K-7QF2-M4XD', 'Nov 19, 2026', '4', '$90.09', 'Placed, undo for 8 min'],
    ['K-3HW8-R2TC', 'Nov 19, 2026', '1', '$127.63', 'On its way'],
    ['K-9PLM-6VQA', 'Nov 19, 2026', '1', '$90.09', 'Delivered'],
    ['K-1XNE-80GJ', 'Nov 19, 2026', '1', '$90.09', 'Refunded'],
    ['K-5ZKD-C7BW', 'Nov 19, 2026', '1', '$90.09', 'Cancelled'],
  ]);
  expect(rows()[0]?.querySelectorAll('img')).toHaveLength(2);
  expect(main().getByRole('link', { name: 'K-3HW8-R2TC' })).toHaveAttribute('href', '/dashboard/orders/K-3HW8-R2TC');
  const nav = within(screen.getByRole('navigation', { name: 'Dashboard' }));
  await user.click(nav.getByRole('link', { name: 'Orders' }));
  await expectAddress('/dashboard/orders');
});

test('C31 an empty list says so and links to the products', async () => {
  open([]);
  expect(await main().findByText('No orders yet')).toBeVisible();
  expect(main().getByRole('link', { name: 'Browse products' })).toHaveAttribute('href', '/products');
  expect(main().queryByRole('table')).not.toBeInTheDocument();
});

test('C31 longer lists are paged', async () => {
  const { user } = open(Array.from({ length: 30 }, (_, index) => listed(`K-0000-00${String(index).padStart(2, '0')}`)));
  await findHeading('Orders');
  await waitFor(() => expect(rows()).toHaveLength(24));
  await user.click(main().getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(rows()).toHaveLength(6));
  expect(main().getByTestId('row-range')).toHaveTextContent('25–30 of 30');
  await user.click(main().getByRole('button', { name: 'Previous' }));
  await waitFor(() => expect(rows()).toHaveLength(24));
});

test('C31 a failed list shows an error in place of the table and can be retried', async () => {
  const resolvers = { myOrders: () => pageOf([listed('K-1')], {}, { claimable: 0 }) };
  const { user, shop } = renderApp('/dashboard', { as: 'user', resolvers });
  shop.intercept('MyOrders', offline);
  const nav = within(await screen.findByRole('navigation', { name: 'Dashboard' }));
  await user.click(await nav.findByRole('link', { name: 'Orders' }));
  await main().findByText('Failed to load your orders');
  shop.intercept('MyOrders', undefined);
  await user.click(main().getByRole('button', { name: 'Try again' }));
  await main().findByRole('link', { name: 'K-1' });
});

test('C35 orders placed as a guest are announced and added with one press', async () => {
  const orders: object[] = [];
  let claimable = 2;
  const { user, shop, person } = renderApp('/dashboard/orders', {
    as: 'user',
    resolvers: {
      myOrders: () => pageOf(orders, {}, { claimable }),
      claimGuestOrders: () => {
        orders.push(listed('K-7QF2-M4XD'), listed('K-3HW8-R2TC'));
        claimable = 0;
        return { claimed: 2 };
      },
    },
  });
  const part = within(await main().findByRole('region', { name: 'Orders placed as a guest' }));
  expect(part.getByText(/^2 orders were placed as a guest with/)).toHaveTextContent(person.email);
  await user.click(part.getByRole('button', { name: 'Add them to my account' }));
  await findToast('2 orders added to your account');
  await main().findByRole('link', { name: 'K-3HW8-R2TC' });
  expect(main().queryByRole('region', { name: 'Orders placed as a guest' })).not.toBeInTheDocument();
  expect(shop.callsOf('ClaimGuestOrders')[0]?.variables).toEqual({ input: { email: person.email } });
});

test('C35 a rejected claim shows the server’s message', async () => {
  const { user } = renderApp('/dashboard/orders', {
    as: 'user',
    resolvers: {
      myOrders: () => pageOf([], {}, { claimable: 1 }),
      claimGuestOrders: () => {
        throw refusal('Verify your e-mail address first.', 'FORBIDDEN');
      },
    },
  });
  await user.click(await main().findByRole('button', { name: 'Add them to my account' }));
  await findToast('Verify your e-mail address first.');
});
