import { screen, waitFor, within } from '@testing-library/dom';
import { expectLogged } from '../../testing/console';
import { field, fill, findField, findHeading, findToast, main } from '../../testing/page';
import { failWith, identity } from '../../testing/identity';
import { newPerson } from '../../testing/people';
import { renderApp } from '../../testing/renderApp';
import { offline, refuse } from '../../testing/shop';

function openProfile() {
  const anna = newPerson();
  let record = { id: anna.uid, name: anna.name, email: anna.email, emailVerified: false, role: 'USER', photoURL: '' };
  return renderApp('/dashboard/profile', {
    as: anna,
    resolvers: {
      me: () => record,
      updateProfile: ({ input }: { input: { name: string; photoURL: string } }) => {
        record = { ...record, ...input };
        return { user: record };
      },
    },
  });
}

const greeting = (words: string) => waitFor(() => expect(screen.queryByTestId('welcome')?.textContent).toBe(words));

test('M42 M43 M48: My Profile shows the user, changes name and photo everywhere, and reports errors', async () => {
  const { user, shop, person, reload } = openProfile();
  const name = (await findField('Display name')) as HTMLInputElement;
  const account = screen.getByRole('region', { name: 'Your account' });
  const avatar = () => within(account).queryByTestId('avatar');
  for (const words of ['Anna Meyer', person.email, 'Not verified', 'user'])
    await waitFor(() => expect(account).toHaveTextContent(words));
  expect(avatar()).toHaveTextContent(/^AM$/);

  const write = async (label: string, text: string) => {
    await fill(user, field(label), text);
  };
  const save = main().getByRole('button', { name: 'Save' });
  await write('Display name', ' B ');
  await write('Photo', 'me.png');
  await user.click(save);
  expect(await main().findByText('Name is required')).toBeVisible();
  expect(main().getByText('Photo must be a web address, like https://example.com/me.jpg')).toBeVisible();
  await waitFor(() => expect(name).toHaveFocus());

  const photoURL = 'http://localhost/pictures/harbour-canvas-tote-1-800.avif';
  await write('Display name', 'Bea Bloom');
  await write('Photo', photoURL);
  shop.intercept('UpdateProfile', refuse('The shop is closed.', 200));
  await user.click(save);
  expect(await main().findByRole('alert')).toHaveTextContent('The shop is closed.');
  expect(name).toHaveValue('Bea Bloom');
  await expectLogged('Failed to save your profile');
  shop.intercept('UpdateProfile', undefined);
  await user.click(save);
  await findToast('Profile saved');
  await greeting('Welcome, Bea Bloom (user)');
  expect(avatar()?.querySelector('img')).toHaveAttribute('src', photoURL);
  expect(shop.callsOf('UpdateProfile').at(-1)?.variables).toEqual({ input: { name: 'Bea Bloom', photoURL } });
  reload();
  await findHeading('My Profile');
  await greeting('Welcome, Bea Bloom (user)');
  expect(await findField('Display name')).toHaveValue('Bea Bloom');
});

test('a profile that only the shop has saved says so, and can be saved again', async () => {
  const { user, shop } = openProfile();
  await fill(user, await findField('Display name'), 'Bea Bloom');
  identity.intercept('rename', failWith('auth/network-request-failed'));
  const save = main().getByRole('button', { name: 'Save' });
  await user.click(save);
  expect(await main().findByRole('alert')).toHaveTextContent('Your profile is saved in the shop.');
  await expectLogged('Your profile is saved in the shop.');
  identity.intercept('rename', undefined);
  await user.click(save);
  await findToast('Profile saved');
  await greeting('Welcome, Bea Bloom (user)');
  expect(shop.callsOf('UpdateProfile')).toHaveLength(2);
});

test('M42: a profile that cannot be loaded shows an error and can be retried', async () => {
  const { user, shop } = openProfile();
  shop.intercept('OwnProfile', offline);
  expect((await main().findByRole('alert')).textContent).toBe('Failed to load your profile');
  shop.intercept('OwnProfile', undefined);
  await user.click(main().getByRole('button', { name: 'Try again' }));
  expect(await findField('Display name')).toHaveValue('Anna Meyer');
});
