import { screen, waitFor, within } from '@testing-library/dom';
import { pageOf } from '../../testing/builders';
import { expectLogged } from '../../testing/console';
import { findHeading, main, row, rows } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { refuse } from '../../testing/shop';

interface Paging {
  first: number;
  after: string | null;
}

const messageOf = (message: string, at: number, isUnread = false) => ({
  ...{ id: `message-${at}`, name: 'Wim <b>Writer</b>', email: 'wim@example.com', message, isUnread },
  createdAt: '2026-01-31T09:30:00.000Z',
});

/** Stores which messages were read. */
function openMessages(messages: ReturnType<typeof messageOf>[], path = '/dashboard/messages') {
  return renderApp(path, {
    as: 'admin',
    resolvers: {
      ...{ auditEntries: pageOf([]), outboxMessages: pageOf([]) },
      contactMessages: (paging: Paging) => pageOf(messages, paging),
      unreadContactMessages: () => Math.min(100, messages.filter(({ isUnread }) => isUnread).length),
      markContactMessagesRead: ({ input: { ids } }: { input: { ids: string[] } }) => {
        const read = messages.filter(({ id }) => ids.includes(id));
        for (const message of read) message.isUnread = false;
        return { contactMessages: read };
      },
    },
  });
}

const link = async (name: string) =>
  within(await screen.findByRole('navigation', { name: 'Dashboard' })).findByRole('link', { name });
const isNew = (words: string) => row(words).queryByText('New') !== null;

test('M42: shows the messages of the contact page as plain text, page by page', async () => {
  const mark = '<i>Marked</i>\nSecond line.';
  const messages = [messageOf(mark, 0)];
  const { user, shop, reload } = openMessages(messages);
  shop.intercept('ContactMessages', refuse('Not now.'));
  expect((await main().findByRole('alert')).textContent).toBe('Not now.');
  shop.intercept('ContactMessages', undefined);
  await user.click(main().getByRole('button', { name: 'Try again' }));
  const message = () => row('Marked');
  await waitFor(message);
  const cells = message().getAllByRole('cell');
  expect(cells[1]).toHaveTextContent(/^Wim <b>Writer<\/b>wim@example.com$/);
  expect(cells[2]?.textContent).toBe(mark);
  expect(message().getByRole('link')).toHaveAttribute('href', 'mailto:wim@example.com');

  for (let at = 1; at <= 24; at += 1) messages.unshift(messageOf(`Message ${at} of many.`, at));
  reload();
  await waitFor(() => expect(rows()).toHaveLength(24));
  await user.click(main().getByRole('button', { name: 'Next' }));
  for (const again of [false, true]) {
    if (again) reload();
    expect(await main().findByText(/^25–/)).toBeVisible();
    await waitFor(message);
  }
});

test('unread messages are counted at the link, marked as new on the page, and then marked as read', async () => {
  const messages = [
    messageOf('The second one', 2, true),
    messageOf('The first one', 1, true),
    messageOf('Of before', 0),
  ];
  const { user, shop } = openMessages(messages, '/dashboard/audit');
  await user.click(await link('Messages 2 unread'));
  await findHeading('Messages');
  await link('Messages');
  expect([isNew('The second one'), isNew('The first one'), isNew('Of before')]).toEqual([true, true, false]);
  expect(messages.filter(({ isUnread }) => isUnread)).toEqual([]);
  expect(shop.callsOf('MarkContactMessagesRead')).toMatchObject([
    { variables: { input: { ids: ['message-2', 'message-1'] } } },
  ]);
  await user.click(await link('Outbox'));
  await findHeading('Outbox');
  await user.click(await link('Messages'));
  await findHeading('Messages');
  await waitFor(() => row('The first one'));
  expect(isNew('The first one')).toBe(false);
  expect(shop.callsOf('MarkContactMessagesRead')).toHaveLength(1);
});

test('only the messages on the shown page are marked as read', async () => {
  const messages = Array.from({ length: 30 }, (_, at) => messageOf(`Message ${at} of many.`, at, true));
  const { user } = openMessages(messages);
  await link('Messages 6 unread');
  expect(rows()).toHaveLength(24);
  await user.click(main().getByRole('button', { name: 'Next' }));
  await link('Messages');
  await waitFor(() => expect(rows()).toHaveLength(6));
  expect(isNew('Message 29 of many.')).toBe(true);
});

test('shows more than 99 unread messages as 99+, and keeps a message unread when marking it fails', async () => {
  const messages = Array.from({ length: 120 }, (_, at) => messageOf(`Message ${at} of many.`, at, true));
  const { shop, reload } = openMessages(messages);
  shop.intercept('MarkContactMessagesRead', refuse('Not now.'));
  await expectLogged('Failed to mark the messages as read');
  await link('Messages 99+ unread');
  shop.intercept('MarkContactMessagesRead', undefined);
  reload();
  await link('Messages 96 unread');
});

test('hides the unread count when it cannot be loaded', async () => {
  const { shop } = openMessages([messageOf('A message', 0, true)], '/dashboard/audit');
  shop.intercept('UnreadContactMessages', refuse('Not now.'));
  expect(await link('Messages')).toBeVisible();
  await waitFor(() => expect(shop.callsOf('UnreadContactMessages').length).toBeGreaterThan(0));
  expect(await link('Messages')).toBeVisible();
});
