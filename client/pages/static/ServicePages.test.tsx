import { screen, waitFor } from '@testing-library/dom';
import { expectLogged } from '../../testing/console';
import { expectTitle, field, fillForm, findHeading, main, submit, textsOf } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { defaultZones, newShippingMethod } from '../../testing/settings';
import { networkFaults, offline, refusal, refuse } from '../../testing/shop';

const pages = [
  ['/contact', 'Contact us', 'Support is there 24/7'],
  ['/shipping', 'Shipping', 'United States: free on orders over $50'],
  ['/returns', 'Returns', 'You have 30 days'],
  ['/faq', 'Frequently asked questions', 'When is shipping free?'],
  ['/privacy', 'Privacy', 'It can be brought back for 10 minutes'],
  ['/terms', 'Terms', 'You have 30 days'],
] as const;

for (const [path, heading, words] of pages) {
  test(`M42: ${path} has its own heading, text, title and navigation entry`, async () => {
    renderApp(path);
    await findHeading(heading);
    await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(words));
    await expectTitle(`${heading} · Kiosk`);
    const nav = screen.getByRole('navigation', { name: 'Service pages' });
    expect(nav.querySelector('[aria-current="page"]')).toHaveAttribute('href', path);
  });
}

test('C08 /faq says that the price of now is charged, and that a higher one is asked about first', async () => {
  renderApp('/faq');
  const question = await main().findByText('A price in my cart has changed. What do I pay?');
  expect(question.closest('details')).toHaveTextContent(
    /The price of now\. If it rose since you added the product, you are asked first; if it fell, you pay less\.$/,
  );
});

test('/faq says that buying needs no account', async () => {
  renderApp('/faq');
  const question = await main().findByText('Do I need an account?');
  expect(question.closest('details')).toHaveTextContent(/Not to look around, nor to buy: ‘Buy now’/);
});

test('the privacy page lists what the browser stores', async () => {
  renderApp('/privacy');
  expect(await main().findByText(/^Who is signed in, the light or dark look, what you may still undo, /)).toBeVisible();
});

test('C49 /shipping shows the current zones, methods and prices, and the excluded countries', async () => {
  renderApp('/shipping');
  await main().findByRole('heading', { name: 'United States' });
  const lines = textsOf(main().getAllByRole('listitem')).filter((words) => words.includes('working days'));
  expect(lines).toEqual(
    expect.arrayContaining([
      'Standard: $4.99, free on orders over $50.00, 4 to 6 working days',
      'Express: $12.90, 1 to 2 working days',
      'World: $19.90, 7 to 14 working days',
    ]),
  );
  expect(main().queryByText(/Collect in the shop/)).toBeNull();
  expect(main().getByText('We do not deliver to Antarctica yet.')).toBeVisible();
  // The other zone has no such limit.
  expect(textsOf(main().getAllByRole('heading', { level: 2 }))).toContain('United States: free on orders over $50');
});

test('C49 the pages follow other settings: no free shipping, a zone without methods, prices with tax', async () => {
  const method = newShippingMethod({ name: 'Parcel', price: 590, earliestDays: 1, latestDays: 1 });
  const delivery = {
    zones: [
      { ...defaultZones[1], name: 'Europe', countryNames: ['France', 'Spain'], methods: [method] },
      { ...defaultZones[1], name: 'Moon', methods: [] },
    ],
    excludedCountryNames: [],
    pricesIncludeTax: true,
  };
  const app = renderApp('/shipping', { resolvers: { delivery } });
  await main().findByRole('heading', { name: 'Europe' });
  expect(main().getByText('France, Spain')).toBeVisible();
  expect(screen.getByRole('main')).toHaveTextContent('Parcel: $5.90, 1 working day');
  expect(main().queryByText(/free on orders/i)).toBeNull();
  expect(main().queryByText(/Moon|We do not deliver/)).toBeNull();
  await app.user.click(main().getByRole('link', { name: 'Returns' }));
  await findHeading('Returns');
  const words = await main().findByText('Our prices include it: it comes back with the price.');
  expect(words).toBeVisible();
  const countries = main().getByText(/^We take things back from everywhere/);
  expect(countries).toHaveTextContent('We take things back from everywhere that we deliver to: Europe.');
  expect(textsOf([...countries.querySelectorAll('bdi')])).toEqual(['Europe']);
});

interface Message {
  input: { name: string; email: string; message: string };
}

/** Stores the message like the server. */
const sendContactMessage = ({ input: { name, email, message } }: Message) => ({
  contactMessage: {
    ...{ id: 'message', message, createdAt: '2026-01-31T09:30:00.000Z' },
    ...{ name: name.trim(), email: email.toLowerCase() },
  },
});

async function openContact(resolver: (args: Message) => unknown = sendContactMessage) {
  const app = renderApp('/contact', { resolvers: { sendContactMessage: resolver } });
  await findHeading('Contact us');
  const write = (name: string, email: string, message: string) =>
    fillForm(app.user, { 'Your name': name, Email: email, Message: message });
  return { ...app, write };
}

test('M42: the contact form shows each error at its field and sends nothing', async () => {
  const { user, shop } = await openContact();
  await user.click(submit());
  for (const [label, message] of [
    ['Your name', 'Name is required'],
    ['Email', 'Invalid email'],
    ['Message', 'Message is required'],
  ] as const) {
    await waitFor(() => expect(field(label)).toHaveAttribute('aria-invalid', 'true'));
    expect(field(label)).toHaveAccessibleDescription(message);
  }
  await waitFor(() => expect(field('Your name')).toHaveFocus());
  await fillForm(user, { Message: 'too short' });
  expect(await screen.findByText('Message must be at least 10 characters')).toBeVisible();
  expect(shop.calls).toEqual([]);
});

test('M42: a message is sent and shown as it was stored, with what happens next', async () => {
  const { user, write } = await openContact();
  await write('  Anna Meyer ', 'Anna@Example.com', '<b>When</b> does my lamp arrive?');
  await user.click(submit());
  const heading = await screen.findByRole('heading', { name: 'Your message is kept' });
  await waitFor(() => expect(heading).toHaveFocus());
  const note = heading.closest('[role="status"]');
  for (const words of [
    'No copy of it is mailed to you',
    'Anna Meyer',
    'anna@example.com',
    '<b>When</b> does my lamp arrive?',
  ])
    expect(note).toHaveTextContent(words);
  await user.click(screen.getByRole('button', { name: 'Write another message' }));
  expect(field('Message')).toHaveValue('');
});

const faults = {
  'an answer 500': refuse('Internal server error'),
  'an HTML answer': networkFaults['HTML'],
  'no connection': offline,
};

for (const [name, act] of Object.entries(faults)) {
  test(`R20: ${name} keeps the input of the contact form, and it can be sent again`, async () => {
    const { user, shop, write } = await openContact();
    await write('Anna Meyer', 'anna@example.com', 'When does my lamp arrive?');
    shop.intercept('SendContactMessage', act);
    await user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Your message could not be kept. It is still here: please try again.',
    );
    expect(field('Message')).toHaveValue('When does my lamp arrive?');
    await expectLogged('Failed to send the message');
    shop.intercept('SendContactMessage', undefined);
    await user.click(submit());
    expect(await screen.findByRole('heading', { name: 'Your message is kept' })).toBeVisible();
  });
}

test('shows a server-side rejection at its field', async () => {
  const { user, write } = await openContact(() => {
    throw refusal('Email must be a valid e-mail address', 'BAD_USER_INPUT', 'email');
  });
  // Unicode folds this address into another; the form does not check that.
  await write('Anna Meyer', 'ﬁona@example.com', 'When does my lamp arrive?');
  await user.click(submit());
  await waitFor(() => expect(field('Email')).toHaveAccessibleDescription('Email must be a valid e-mail address'));
});

test('B23: a hostile message is rendered as text', async () => {
  const { user, write } = await openContact();
  await write('<svg onload=alert(1)>', "o'neil@example.com", '<img src=x onerror=alert(1)> and more');
  await user.click(submit());
  const heading = await screen.findByRole('heading', { name: 'Your message is kept' });
  expect(heading.closest('[role="status"]')).toHaveTextContent('<svg onload=alert(1)>');
  expect(main().queryAllByRole('img')).toEqual([]);
});
