import { screen, waitFor, within } from '@testing-library/dom';
import { pageOf } from '../../testing/builders';
import { expectAddress, findHeading, findToast, main, row, rows } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { sellerResolvers } from '../../testing/settings';
import { offline, refusal, refuse, type Shop } from '../../testing/shop';

const content = {
  subject: 'Your order K-7F3Q-9M2X is placed',
  text: 'Thank you, your order K-7F3Q-9M2X is placed\n',
  html: '<!doctype html><html><head><style>.a{}</style></head><body><h1 style="color:red">Thank you</h1></body></html>',
};

const newMessage = (given: object = {}) => ({
  ...{ id: 'ORDER_CONFIRMATION:K-7F3Q-9M2X', kind: 'ORDER_CONFIRMATION', orderNumber: 'K-7F3Q-9M2X' },
  ...{ recipient: 'anna@example.com', status: 'FAILED', attempts: 1, lastError: '550 No such mailbox', version: 3 },
  ...{ createdAt: '2026-11-25T14:21:00.000Z', dueAt: null, sentAt: null, isDeliveryOn: true, content },
  ...given,
});

type Message = ReturnType<typeof newMessage>;

function shopOf(...messages: Message[]) {
  const find = (id: string) => messages.find((message) => message.id === id) ?? null;
  return {
    outboxMessages: ({ filter }: { filter?: { status?: string } | null }) =>
      pageOf(messages.filter(({ status }) => !filter?.status || status === filter.status)),
    outboxMessage: ({ id }: { id: string }) => find(id),
    resendMessage: ({ input: { id, version } }: { input: { id: string; version?: number } }) => {
      const message = find(id);
      if (!message) throw new Error('no such message');
      if (version !== message.version) throw refusal('Somebody sent it.', 'CONFLICT', 'version');
      Object.assign(message, { status: 'PENDING', attempts: 0, lastError: null, version: message.version + 1 });
      return { outboxMessage: message };
    },
  };
}

async function openOutbox(...messages: Message[]) {
  const app = renderApp('/dashboard/outbox', { as: 'admin', resolvers: shopOf(...messages) });
  await findHeading('Outbox');
  await waitFor(() => expect(rows()).toHaveLength(messages.length));
  return app;
}

test('C39 shows failed messages with the error, filtered by status', async () => {
  const sent = newMessage({ id: 'TEST:1', kind: 'TEST', orderNumber: null, status: 'SENT', lastError: null });
  const { user } = await openOutbox(newMessage(), sent);
  expect(row('550 No such mailbox').getByText('Failed')).toBeVisible();
  await user.click(main().getByRole('button', { name: 'Sent' }));
  await expectAddress('/dashboard/outbox?status=SENT');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(row('Test message').getByText('Sent')).toBeVisible();
  await user.click(main().getByRole('button', { name: 'Waiting' }));
  expect(await main().findByText('No messages found')).toBeVisible();
  await user.click(main().getByRole('button', { name: 'Clear All' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
});

test('C39 shows a message in a sandboxed frame and as text, and sends it again', async () => {
  const { user, shop } = await openOutbox(newMessage());
  await user.click(row('Order confirmation').getByRole('button', { name: 'Open' }));
  const panel = await screen.findByRole('group', { name: 'Order confirmation K-7F3Q-9M2X' });
  expect(panel).toHaveFocus();
  const frame = await screen.findByTitle<HTMLIFrameElement>('Message: Your order K-7F3Q-9M2X is placed');
  expect(frame.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
  expect(frame.getAttribute('srcdoc')).toMatch(/<style nonce="[^"]*">.*<h1>Thank you/);
  await user.click(main().getByRole('button', { name: 'As text' }));
  expect(main().getByText(/^Thank you, your order K-7F3Q-9M2X is placed/)).toBeVisible();
  shop.intercept('ResendMessage', refuse('This message is waiting to be sent.'));
  await user.click(main().getByRole('button', { name: 'Send again' }));
  await findToast('This message is waiting to be sent.');
  shop.intercept('ResendMessage', undefined);
  await user.click(main().getByRole('button', { name: 'Send again' }));
  await findToast('The message is on its way');
  await waitFor(() => expect(row('Order confirmation').getByText('Waiting')).toBeVisible());
  expect(main().queryByRole('button', { name: 'Send again' })).toBeNull();
  await user.click(main().getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(row('Order confirmation').getByRole('button', { name: 'Open' })).toHaveFocus());
});

const sendAgain = () => main().getByRole('button', { name: 'Send again' });
const seenBy = (shop: Shop) =>
  shop.callsOf('ResendMessage').map(({ variables }) => (variables as { input: { version?: number } }).input.version);

test('C39 a message that another admin has sent meanwhile is shown anew instead of being sent twice', async () => {
  const message = newMessage();
  const { user, shop } = await openOutbox(message);
  await user.click(row('Order confirmation').getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(sendAgain()).toBeEnabled());
  Object.assign(message, { status: 'SENT', lastError: null, version: 6, sentAt: '2026-11-25T14:25:00.000Z' });
  await user.click(sendAgain());
  await findToast('Somebody sent it.');
  const panel = within(screen.getByRole('group', { name: 'Order confirmation K-7F3Q-9M2X' }));
  expect(await panel.findByText('Sent')).toBeVisible();
  await waitFor(() => expect(row('Order confirmation').getByText('Sent')).toBeVisible());
  // Of what is shown now the admin may well want another one.
  await user.click(sendAgain());
  await findToast('The message is on its way');
  expect(seenBy(shop)).toEqual([3, 6]);
});

test('C39 a press whose answer was lost is repeated under its key, and what it did is shown', async () => {
  const message = newMessage();
  const { user, shop } = await openOutbox(message);
  await user.click(row('Order confirmation').getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(sendAgain()).toBeEnabled());
  for (const operation of ['ResendMessage', 'OutboxMessage', 'OutboxMessages']) shop.intercept(operation, offline);
  for (let presses = 1; presses <= 2; presses += 1) {
    await user.click(sendAgain());
    await waitFor(() => expect(shop.callsOf('OutboxMessage')).toHaveLength(1 + presses));
    await waitFor(() => expect(sendAgain()).toBeEnabled());
  }
  const keys = shop.callsOf('ResendMessage').map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  for (const operation of ['OutboxMessage', 'OutboxMessages']) shop.intercept(operation, undefined);
  shop.intercept('ResendMessage', async (next) => {
    await next();
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  await user.click(sendAgain());
  await waitFor(() => expect(main().queryByRole('button', { name: 'Send again' })).toBeNull());
  await waitFor(() => expect(row('Order confirmation').getByText('Waiting')).toBeVisible());
});

test('a contact notification whose messages are gone cannot be sent again', async () => {
  const gone = newMessage({
    ...{ id: 'CONTACT_MESSAGES:2026-11-25T14:20:00.000Z', kind: 'CONTACT_MESSAGES', orderNumber: null },
    ...{ recipient: 'desk@shop.example', content: null },
  });
  const { user } = await openOutbox(gone);
  await user.click(row('From the contact page').getByRole('button', { name: 'Open' }));
  expect(await main().findByText('What it tells of is not there any more.')).toBeVisible();
  expect(main().queryByRole('button', { name: 'Send again' })).toBeNull();
});

test('C38 without an SMTP server the outbox says so, and nothing can be sent', async () => {
  const { user } = await openOutbox(newMessage({ status: 'PENDING', lastError: null, isDeliveryOn: false }));
  expect(main().getByText(/^No SMTP server is set/)).toBeVisible();
  await user.click(row('Order confirmation').getByRole('button', { name: 'Open' }));
  await screen.findByTitle('Message: Your order K-7F3Q-9M2X is placed');
  expect(main().queryByRole('button', { name: 'Send again' })).toBeNull();
});

test('C38 the settings send a test message and show where it went', async () => {
  let isDeliveryOn = false;
  const { user, shop } = renderApp('/dashboard/settings', {
    as: 'admin',
    resolvers: {
      ...{ ...sellerResolvers },
      sendTestMessage: () => ({ outboxMessage: newMessage({ recipient: 'boss@kiosk.test', isDeliveryOn }) }),
    },
  });
  const send = async () => user.click(await main().findByRole('button', { name: 'Send test message' }));
  await send();
  await findToast('No SMTP server is set: the test message is in the outbox');
  isDeliveryOn = true;
  await send();
  await findToast('A test message is on its way to boss@kiosk.test');
  const keys = shop.callsOf('SendTestMessage').map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);
  shop.intercept('SendTestMessage', refuse('Your account has no e-mail.'));
  await send();
  await findToast('Your account has no e-mail.');
});
