import { screen, waitFor, within } from '@testing-library/dom';
import { money, newOrder } from '../testing/checkout';
import { hold } from '../testing/hold';
import { findHeading, main, textsOf } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { after, offline, refusal } from '../testing/shop';

const path = '/dashboard/orders/K-7F3Q-9M2X';
type Order = ReturnType<typeof newOrder>;

const event = (kind: string, amount?: number) => ({
  ...{ at: '2026-11-25T14:33:00.000Z', kind, by: null },
  amount: amount === undefined ? null : money(amount),
});
const placed = newOrder().timeline;
const reserved = newOrder({ canUndoUntil: null });
const charged = newOrder({
  ...{ canUndoUntil: null, paymentStatus: 'PAID', capturedTotal: money(9_009) },
  timeline: [...placed, event('CAPTURED', 9_009)],
});
const shipped = newOrder({ ...charged, canCancel: false, fulfillmentStatus: 'FULFILLED' });
const cancelled = newOrder({ ...charged, status: 'CANCELLED', canCancel: false });

const boxOf = (name: string) => main().queryByRole('region', { name });
const inBox = () => within(main().getByRole('region', { name: 'Cancel order' }));
const cancelButton = () => main().findByRole('button', { name: 'Cancel order' });
const question = async () => within(await screen.findByRole('alertdialog'));
const undoableFor = (seconds: number) =>
  newOrder({ canUndoUntil: new Date(Date.now() + seconds * 1_000).toISOString() });

async function open(read: Order, more: object = {}) {
  const store = { order: read };
  const app = renderApp(path, { as: 'user', resolvers: { order: () => store.order, ...more } });
  await findHeading('Order K-7F3Q-9M2X');
  return { ...app, store, reads: () => app.shop.callsOf('Order').length };
}

/** The page, opened while there is time left, and a function that lets it pass. */
async function openUndoable(more: object = {}) {
  jest.useFakeTimers();
  const opened = await open(undoableFor(59), more);
  const undo = await main().findByRole('button', { name: 'Undo purchase' });
  return { ...opened, undo, pass: () => jest.advanceTimersByTimeAsync(60_000) };
}

test('C33 when the time to undo is over the order is read again, and until then nothing is promised', async () => {
  const { shop, store, reads, pass } = await openUndoable();
  const answer = hold();
  shop.intercept('Order', after(answer.released));
  store.order = charged;
  await pass();
  expect(boxOf('Changed your mind?')).toBeNull();
  expect(inBox().getByText(/if it was charged meanwhile, all of it goes back\.$/)).toBeVisible();
  expect(main().queryByText(/Nothing will be charged/)).toBeNull();
  answer.release();
  expect(await inBox().findByText('Nothing is shipped yet. All of $90.09 goes back to your card.')).toBeVisible();
  expect(main().getByText('Card charged')).toBeVisible();
  expect(reads()).toBe(2);
});

test('C33 an order that cannot be read when the time to undo is over stays on the page', async () => {
  const { shop, reads, pass } = await openUndoable();
  shop.intercept('Order', offline);
  await pass();
  await waitFor(() => expect(reads()).toBe(2));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(inBox().getByText(/if it was charged meanwhile, all of it goes back\.$/)).toBeVisible();
  expect(reads()).toBe(2);
});

test('C33 a clock that is ahead of the server’s reads the order once more, not on and on', async () => {
  const { reads } = await open(undoableFor(-60));
  await cancelButton();
  await waitFor(() => expect(reads()).toBe(2));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(reads()).toBe(2);
});

test('C33 the focus of Undo purchase stays in its place when the time is over', async () => {
  const { undo, store, pass } = await openUndoable();
  store.order = charged;
  undo.focus();
  await pass();
  await waitFor(() => expect(boxOf('Cancel order')).toHaveFocus());
  // Nor does the answer take it.
  expect(await inBox().findByText(/All of \$90\.09 goes back to your card\.$/)).toBeVisible();
  expect(boxOf('Cancel order')).toHaveFocus();
});

test.each([
  ['nothing', () => undefined, () => document.body],
  [
    'a link',
    () => main().getByRole('link', { name: 'Ask about this order' }).focus(),
    () => main().getByRole('link', { name: 'Ask about this order' }),
  ],
])('C33 the end of the time to undo takes the focus from nobody: %s has it', async (_, focus, focused) => {
  const { store, pass } = await openUndoable();
  store.order = charged;
  focus();
  await pass();
  expect(await inBox().findByText(/All of \$90\.09 goes back to your card\.$/)).toBeVisible();
  expect(focused()).toHaveFocus();
});

test('C33 Cancel order reads the order before it asks', async () => {
  const { user, store } = await open(reserved);
  store.order = charged;
  await user.click(await cancelButton());
  expect((await question()).getByText(/^All of \$90\.09 goes back to your card\. /)).toBeVisible();
});

test('C33 without an answer Cancel order asks by what it knows, and leaves open what was charged', async () => {
  const { user, shop } = await open(reserved);
  shop.intercept('Order', offline);
  await user.click(await cancelButton());
  const words = (await question()).getByText(/It cannot be taken up again\.$/);
  expect(words).toHaveTextContent(/if it was charged meanwhile, all of it goes back\./);
});

test.each([
  ['shipped', shipped, 'It cannot be cancelled any more: it is on its way.'],
  ['cancelled by the shop', cancelled, 'It is cancelled already.'],
])('C33 Cancel order says that an order was %s meanwhile, and keeps the focus', async (_, meanwhile, words) => {
  const { user, store } = await open(charged);
  store.order = meanwhile;
  await user.click(await cancelButton());
  expect(await inBox().findByText(words)).toBeVisible();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await waitFor(() => expect(boxOf('Cancel order')).toHaveFocus());
});

test('C33 a cancellation that comes too late says that the order is on its way', async () => {
  const { user, store } = await open(charged, {
    cancelOrder: () => {
      store.order = shipped;
      throw refusal('It cannot be cancelled any more: it is on its way.', 'CONFLICT', 'number');
    },
  });
  await user.click(await cancelButton());
  await user.click((await question()).getByRole('button', { name: 'Cancel order' }));
  const words = 'It cannot be cancelled any more: it is on its way.';
  await waitFor(() => expect(boxOf('Cancel order')).toHaveTextContent(new RegExp(`^${words}$`)));
});

const earlier = [...charged.timeline, event('REFUND_FAILED', 500)];
test.each([
  [
    ...(['none of it went back', 0, [...charged.timeline, event('CANCELLED'), event('REFUND_FAILED', 9_009)]] as const),
    ...(['Your card did not take $90.09 that we sent back: we look after it.', false] as const),
  ],
  [
    ...(['a part went back', 500, [...charged.timeline, event('CANCELLED'), event('REFUND_FAILED', 8_509)]] as const),
    ...(['$5.00 goes back to your card. Your card did not take $85.09 that we sent back: we look after it.'] as const),
    false,
  ],
  [
    ...(['an earlier one had failed, and this one is on its way', 0, [...earlier, event('CANCELLED')]] as const),
    ...(['$90.09 is going back to your card.', true] as const),
  ],
])(
  'C33 a cancellation whose refund the provider refuses says what the timeline says: %s',
  async (_, back, timeline, words, isComing) => {
    const ended = { ...cancelled, refundedTotal: money(back), timeline };
    const { user } = await open(charged, { cancelOrder: { order: ended } });
    await user.click(await cancelButton());
    await user.click((await question()).getByRole('button', { name: 'Cancel order' }));
    await waitFor(() => expect(main().getByRole('alert')).toHaveTextContent(`Your order is cancelled. ${words}`));
    const steps = textsOf(within(main().getByRole('region', { name: 'What happened' })).getAllByRole('listitem'));
    expect(steps.some((each) => each.includes('is going back to your card'))).toBe(isComing);
  },
);
