import { screen, within } from '@testing-library/dom';
import { pageOf } from '../../testing/builders';
import { expectAddress, field, findHeading, findToast, main, textsOf } from '../../testing/page';
import { registerUser } from '../../testing/registerUser';
import { renderApp } from '../../testing/renderApp';

test('with DEMO_DATA=off, /login and the demo dialog offer no demo account that does not exist', async () => {
  const { user } = renderApp('/login', {
    settings: { demoAccounts: false },
    resolvers: { me: null, registerUser, products: pageOf([]) },
  });
  await findHeading('Welcome Back');
  const demo = await main().findByRole('region', { name: /^Demo/ });
  expect(textsOf([demo])).toEqual(['Demo shop. No mail is sent here. Open the demo outbox']);
  expect(within(demo).queryByRole('button')).toBeNull();
  expect(field('Email')).toHaveValue('');
  expect(field('Password')).toHaveValue('');

  await user.click(main().getByRole('button', { name: 'Continue with Google' }));
  const chooser = within(await screen.findByRole('dialog', { name: 'Choose a demo account' }));
  expect(textsOf(chooser.getAllByRole('listitem'))).toEqual(['Nnewcomer@kiosk.test', 'Nnameless@kiosk.test']);
  await user.click(chooser.getByRole('button', { name: 'newcomer@kiosk.test' }));
  await findToast('Signed in with Google!');
  await expectAddress('/');
  expect(await screen.findByText('No featured products found')).toBeVisible();
});
