import { waitFor } from '@testing-library/dom';
import { failWith, identity } from '../testing/identity';
import { field, fillForm, findHeading, main } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { offline } from '../testing/shop';
import { findAccountMenu } from '../testing/signIn';

const sentence = 'If the order exists, we have sent you a link.';

const open = async () => {
  const app = renderApp('/order/find', { resolvers: { findOrder: () => ({ message: sentence }) } });
  await findHeading('Find your order');
  return { ...app, press: () => app.user.click(main().getByRole('button', { name: 'Send me the link' })) };
};

test('C34 sends number and e-mail, shows the response and keeps the input', async () => {
  const { user, shop, press } = await open();
  await fillForm(user, { 'Order number': ' K-7F3Q-9M2X ', Email: 'anna@example.com' });
  await press();
  expect(await main().findByText(sentence)).toBeVisible();
  expect(shop.callsOf('FindOrder').map(({ variables }) => variables)).toEqual([
    { input: { number: 'K-7F3Q-9M2X', email: 'anna@example.com' } },
  ]);
  expect(field('Email')).toHaveValue('anna@example.com');
});

test('C34 missing input is reported at its field, and nothing is sent', async () => {
  const { shop, press } = await open();
  await press();
  expect(await main().findByText('Enter the number of your order')).toBeVisible();
  expect(main().getByText('Invalid email')).toBeVisible();
  await waitFor(() => expect(field('Order number')).toHaveFocus());
  expect(shop.callsOf('FindOrder')).toEqual([]);
});

test('C34 shows an error when the shop does not respond', async () => {
  const { user, shop, press } = await open();
  shop.intercept('FindOrder', offline);
  await fillForm(user, { 'Order number': 'K-7F3Q-9M2X', Email: 'anna@example.com' });
  await press();
  await main().findByRole('alert');
  expect(main().queryByText(sentence)).not.toBeInTheDocument();
});

test('C34 sends the link also while the identity provider does not say who is signed in', async () => {
  const { user } = renderApp('/order/find', { as: 'user', resolvers: { findOrder: () => ({ message: sentence }) } });
  await findHeading('Find your order');
  await findAccountMenu();
  identity.intercept('token', failWith('auth/network-request-failed'));
  await fillForm(user, { 'Order number': 'K-7F3Q-9M2X', Email: 'anna@example.com' });
  await user.click(main().getByRole('button', { name: 'Send me the link' }));
  expect(await main().findByText(sentence)).toBeVisible();
});
