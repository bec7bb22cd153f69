import { screen, waitFor, within } from '@testing-library/dom';
import { pageOf } from '../testing/builders';
import { cartButton, findDrawer } from '../testing/cart';
import { isAtGuard } from '../testing/leaveHistory';
import { expectLogged } from '../testing/console';
import { failWith, identity } from '../testing/identity';
import {
  address,
  expectAddress,
  field,
  fill,
  fillForm,
  findField,
  findHeading,
  findToast,
  footer,
  main,
  submit,
  visit,
} from '../testing/page';
import { registerUser } from '../testing/registerUser';
import { renderApp } from '../testing/renderApp';
import { newParcel } from '../testing/shopOrder';
import { openOrder, orderLines, part, storeOf } from '../testing/shopOrderPage';
import { signOut } from '../testing/signIn';

const forms = {
  'Add Product': { path: '/dashboard/addProduct', as: 'user', label: 'Name' },
  'Create Product': { path: '/dashboard/createProduct', as: 'user', label: 'Name' },
  'Create Account': { path: '/register', as: undefined, label: 'Full Name' },
  'Find your order': { path: '/order/find', as: undefined, label: 'Order number' },
  Contact: { path: '/contact', as: undefined, label: 'Message' },
  'API keys': { path: '/dashboard/apiKeys', as: 'admin', label: 'What is it for?' },
  Profile: { path: '/dashboard/profile', as: 'user', label: 'Display name' },
} as const;

interface Message {
  input: { name: string; email: string; message: string };
}

interface Form {
  path: string;
  as: 'user' | 'admin' | undefined;
  label: string;
}

/** Opened from the FAQ, so that the history has a previous page. */
async function openForm({ path, as, label }: Form) {
  const app = renderApp('/faq', {
    ...(as && { as }),
    resolvers: {
      registerUser,
      ...{ apiKeys: () => pageOf([]), products: pageOf([]), findOrder: { message: 'It was sent.' } },
      sendContactMessage: ({ input }: Message) => ({
        contactMessage: { ...input, id: 'message', createdAt: '2026-01-31T09:30:00.000Z' },
      }),
    },
  });
  await findHeading('Frequently asked questions');
  visit(path);
  await findField(label);
  return app;
}
type App = Awaited<ReturnType<typeof openForm>>;

const question = () => screen.queryByRole('alertdialog', { name: 'Leave without saving?' });
const answer = async ({ user }: App, name: string) => {
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await user.click(within(dialog).getByRole('button', { name }));
  await waitFor(() => expect(question()).toBeNull());
};
const followLink = ({ user }: App) => user.click(footer().getByRole('link', { name: 'Shipping' }));

for (const [name, form] of Object.entries(forms)) {
  const { path, as, label } = form;

  test(`${name}: a link, Back, reload and signing out prompt before unsaved changes are lost`, async () => {
    const app = await openForm(form);
    await fillForm(app.user, { [label]: 'Half typed' });
    for (const leave of [followLink, () => history.back(), ...(as ? [() => signOut(app.user)] : [])]) {
      await leave(app);
      await answer(app, 'Cancel');
      expect(field(label)).toHaveValue('Half typed');
      // Back is reverted by the guard.
      await waitFor(() => expect(isAtGuard()).toBe(true));
    }
    const unload = new Event('beforeunload', { cancelable: true });
    dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(true);
    await expectAddress(path);
    await followLink(app);
    await answer(app, 'Leave');
    await expectAddress('/shipping');
    await findHeading('Shipping');
  });

  test(`${name}: an unchanged form does not prompt`, async () => {
    const app = await openForm(form);
    expect(field(label)).toBeVisible();
    await followLink(app);
    await expectAddress('/shipping');
    await findHeading('Shipping');
    expect(question()).toBeNull();
  });
}

test('a sent message does not prompt, and Back leads to the previous page', async () => {
  const { user } = await openForm(forms.Contact);
  await fillForm(user, { 'Your name': 'Ada', Email: 'ada@example.com', Message: 'Is the lamp dimmable?' });
  await user.click(submit());
  expect(await main().findByText('Is the lamp dimmable?')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send message' })).toBeNull();
  await waitFor(() => expect(isAtGuard()).toBe(false));
  history.back();
  await expectAddress('/faq');
  await findHeading('Frequently asked questions');
  expect(question()).toBeNull();
});

test('a registration does not prompt, and Back leads to the page before it', async () => {
  const { user, person } = await openForm(forms['Create Account']);
  const password = { Password: 'secret-1', 'Confirm Password': 'secret-1' };
  await fillForm(user, { 'Full Name': person.name, Email: person.email, ...password });
  await user.click(submit());
  await findToast('Account created successfully!');
  await expectAddress('/');
  await findHeading(/^Discover/);
  await waitFor(() => expect(isAtGuard()).toBe(false));
  expect(question()).toBeNull();
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  history.back();
  await expectAddress('/faq');
  await findHeading('Frequently asked questions');
  expect(question()).toBeNull();
});

test('what was sent to find an order does not prompt, what is typed afterwards does', async () => {
  const app = await openForm(forms['Find your order']);
  await fillForm(app.user, { 'Order number': 'K-7F3Q-9M2X', Email: 'anna@example.com' });
  await app.user.click(submit());
  await main().findByText('It was sent.');
  await waitFor(() => expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true));
  await fillForm(app.user, { 'Order number': 'K-7F3Q-9M2Y' });
  await followLink(app);
  await answer(app, 'Cancel');
  await app.user.click(submit());
  await waitFor(() => expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true));
  await followLink(app);
  await findHeading('Shipping');
  expect(question()).toBeNull();
});

test('with unsaved changes Back first closes the drawer, and prompts the next time', async () => {
  const app = await openForm(forms.Contact);
  await fillForm(app.user, { Message: 'Half typed' });
  await app.user.click(cartButton());
  await findDrawer();
  history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field('Message')).toHaveValue('Half typed');
  expect(question()).toBeNull();
  await waitFor(() => expect(isAtGuard()).toBe(true));
  history.back();
  await screen.findByRole('alertdialog');
  await waitFor(() => expect(isAtGuard()).toBe(true));
  await answer(app, 'Leave');
  await expectAddress('/faq');
  await findHeading('Frequently asked questions');
});

test('after leaving unsaved changes by a link, one Back leads to the form', async () => {
  const app = await openForm(forms.Contact);
  await fillForm(app.user, { Message: 'Half typed' });
  await followLink(app);
  await answer(app, 'Leave');
  await expectAddress('/shipping');
  await findHeading('Shipping');
  history.back();
  await expectAddress('/contact');
  await findField('Message');
  history.back();
  await expectAddress('/faq');
  await findHeading('Frequently asked questions');
});

test('an unsaved parcel correction or carrier name prompts, and no longer once shipped', async () => {
  const store = storeOf({
    ...{ fulfillmentStatus: 'PARTIALLY_FULFILLED', fulfillments: [newParcel()] },
    lines: orderLines({ openQuantity: 1, fulfilledQuantity: 1 }, { openQuantity: 0, fulfilledQuantity: 1 }),
  });
  const app = await openOrder(store, {
    createFulfillment: () => ({
      ...store.become({
        ...{ fulfillmentStatus: 'FULFILLED', fulfillments: [newParcel(), newParcel({ id: 'f2' })] },
        lines: orderLines({ openQuantity: 0 }, { openQuantity: 0 }),
      }),
      fulfillmentId: 'f2',
    }),
  });
  const { user } = app;
  await user.click(main().getByRole('button', { name: 'Correct parcel 1' }));
  const correction = within(main().getByRole('form', { name: 'Correct the shipment' }));
  await fill(user, correction.getByRole('textbox', { name: 'Tracking number' }), '1Z 888');
  await followLink(app);
  await answer(app, 'Cancel');
  expect(correction.getByRole('textbox', { name: 'Tracking number' })).toHaveValue('1Z 888');
  await user.click(correction.getByRole('button', { name: 'Close' }));
  await user.selectOptions(part('Ship').getByRole('combobox', { name: 'Carrier' }), 'Another one');
  await fill(user, field('Name of the carrier'), 'By bike');
  await followLink(app);
  await answer(app, 'Cancel');
  await user.click(part('Ship').getByRole('button', { name: 'Ship 1 piece' }));
  await findToast('Shipped 1 piece');
  await followLink(app);
  await findHeading('Shipping');
  expect(question()).toBeNull();
});

test('links that leave nothing do not prompt: an e-mail, a place on the page, the page itself', async () => {
  const app = await openForm(forms.Contact);
  await fillForm(app.user, { Message: 'Half typed' });
  await app.user.click(screen.getByRole('link', { name: 'Skip to the content' }));
  expect(screen.getByRole('main')).toHaveFocus();
  await app.user.click(footer().getByRole('link', { name: 'Contact us' }));
  const mail = document.createElement('a');
  mail.href = 'mailto:ada@example.com';
  screen.getByRole('main').append(mail);
  const followed = new Promise<boolean>((resolve) =>
    mail.addEventListener('click', (event) => {
      resolve(!event.defaultPrevented);
      event.preventDefault();
    }),
  );
  await app.user.click(mail);
  expect(await followed).toBe(true);
  mail.remove();
  expect(question()).toBeNull();
  expect(address()).toBe('/contact');
  expect(field('Message')).toHaveValue('Half typed');
  await followLink(app);
  await answer(app, 'Cancel');
});

test('a failed sign-out leaves unsaved changes protected', async () => {
  const app = await openForm({ ...forms.Contact, as: 'user' });
  await fillForm(app.user, { Message: 'Half typed' });
  identity.intercept('signOut', failWith('auth/network-request-failed'));
  await signOut(app.user);
  await answer(app, 'Leave');
  await expectLogged('Logout failed');
  await waitFor(() => expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false));
  await followLink(app);
  await answer(app, 'Cancel');
  expect(field('Message')).toHaveValue('Half typed');
});

test('a link that leads to a file leaves unsaved changes protected', async () => {
  const app = await openForm(forms.Contact);
  await fillForm(app.user, { Message: 'Half typed' });
  const file = document.createElement('a');
  file.href = '/papers.pdf';
  file.addEventListener('click', (event) => event.preventDefault());
  screen.getByRole('main').append(file);
  await app.user.click(file);
  await answer(app, 'Leave');
  file.remove();
  await followLink(app);
  await answer(app, 'Cancel');
});
