import { screen } from '@testing-library/dom';
import { newOrder } from '../testing/checkout';
import { findHeading, main } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { refusal } from '../testing/shop';

test('C24 C29 the order of a guest opens by its link, whose token goes in a header', async () => {
  const { shop } = renderApp('/order/K-7F3Q-9M2X/secret', { resolvers: { order: () => newOrder() } });
  await findHeading('Order K-7F3Q-9M2X');
  for (const words of ['$84.00', '$6.09', '$90.09', 'Free', '212 Alder Street', 'San Jose, CA 95112', 'United States'])
    expect(screen.getByRole('main')).toHaveTextContent(words);
  expect(main().getByText('Tax, California 7.25%')).toBeVisible();
  expect(main().getByText('Wed, Dec 2 – Fri, Dec 4')).toBeVisible();
  expect(main().getByText('Not shipped yet')).toBeVisible();
  const [call] = shop.callsOf('Order');
  expect(call?.variables).toEqual({ number: 'K-7F3Q-9M2X' });
  expect(call?.headers.get('x-checkout-token')).toBe('secret');
});

test('C29 an unknown number, or a wrong token, is a page that is not found', async () => {
  renderApp('/dashboard/orders/K-0000-0000', {
    as: 'user',
    resolvers: {
      order: () => {
        throw refusal('There is no such order.', 'NOT_FOUND', 'number');
      },
    },
  });
  await findHeading('Page not found');
});

test('C38 a demo shop, which sends no mail, shows the messages beside the order; another one shows none', async () => {
  const content = { subject: 'Your order is placed', text: 'Thank you', html: '<style></style><h1>Thank you</h1>' };
  const message = { id: 'm', kind: 'ORDER_CONFIRMATION', createdAt: '2026-11-25T14:21:00.000Z', content };
  let messages: object[] | null = [message];
  const { user, reload } = renderApp('/order/K-7F3Q-9M2X/secret', {
    resolvers: { order: () => ({ ...newOrder(), messages }) },
  });
  await findHeading('Order K-7F3Q-9M2X');
  await user.click(main().getByRole('button', { name: 'Read the message' }));
  expect(screen.getByTitle('Message: Your order is placed')).toHaveAttribute('sandbox');
  messages = null;
  reload();
  await findHeading('Order K-7F3Q-9M2X');
  expect(main().queryByRole('heading', { name: 'Messages' })).toBeNull();
});
