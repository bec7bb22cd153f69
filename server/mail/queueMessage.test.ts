import { testTime } from '../testing/contexts';
import { SagaShop } from '../testing/sagaShop';
import { useTestDatabase } from '../testing/useTestDatabase';
import { queueMessage, type NewMessage } from './queueMessage';

const database = useTestDatabase();
const deps = () => ({ repositories: database.repositories, now: () => testTime });
const shipped: NewMessage = {
  content: {
    kind: 'ORDER_SHIPPED',
    shipment: { lines: [{ name: 'Lamp', quantity: 1 }], carrier: 'UPS', trackingNumber: '1Z', trackingUrl: null },
  },
  order: 'K-AAAA-BBBB',
  recipient: 'anna@kiosk.test',
  buyerUid: null,
  event: 'f1',
};
const stored = () =>
  database.db
    .collection('outbox')
    .find({}, { sort: { _id: 1 } })
    .toArray();

test('C37 a message queued concurrently exists once, as first queued', async () => {
  const [first] = await Promise.all(Array.from({ length: 8 }, () => queueMessage(deps(), shipped)));
  const [message] = await stored();
  await queueMessage({ ...deps(), now: () => new Date(0) }, { ...shipped, recipient: 'other@kiosk.test' });
  expect(await stored()).toEqual([message]);
  expect(message).toMatchObject({
    _id: first,
    status: 'PENDING',
    recipient: 'anna@kiosk.test',
    attempts: 0,
    dueAt: testTime,
    messageId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
  });
});

test('C37 a second refund of an order is a separate message', async () => {
  const refunded = (amountCents: number, event: string): NewMessage => ({
    ...shipped,
    content: { kind: 'ORDER_REFUNDED', amountCents },
    event,
  });
  for (const message of [refunded(500, 'r1'), refunded(700, 'r2'), refunded(500, 'r1')])
    await queueMessage(deps(), message);
  expect((await stored()).map(({ _id, content }) => [_id, content])).toEqual([
    ['ORDER_REFUNDED:K-AAAA-BBBB:r1', { kind: 'ORDER_REFUNDED', amountCents: 500 }],
    ['ORDER_REFUNDED:K-AAAA-BBBB:r2', { kind: 'ORDER_REFUNDED', amountCents: 700 }],
  ]);
});

test('C43 withdraws a message within its undo window, but not once its sending has begun', async () => {
  const { outbox } = database.repositories;
  const sendAfter = new Date(testTime.getTime() + 10_000);
  const id = await queueMessage(deps(), { ...shipped, sendAfter });
  expect(await outbox.findDue(testTime, 10)).toEqual([]);
  expect(await outbox.withdraw(id)).toBe(true);
  expect(await outbox.find(id)).toBeNull();
  await queueMessage(deps(), { ...shipped, sendAfter });
  const [due] = await outbox.findDue(sendAfter, 10);
  if (!due) throw new Error('It is due.');
  await outbox.change(due, { status: 'SENDING', attempts: 1 });
  expect(await outbox.withdraw(id)).toBe(false);
});

test.each(['order', 'message', 'entries'])(
  'C26 C37 a process that ends before the step %s leaves one order and one confirmation',
  async (step) => {
    const shop = new SagaShop(database.repositories);
    const id = await shop.submit([{ productId: await shop.product(1), quantity: 1 }]);
    await shop.drive('first', id);
    await shop.pay(id);
    await shop.dieBefore(step, id);
    expect(await stored()).toHaveLength(step === 'entries' ? 1 : 0);
    shop.wait(11_000);
    const placed = await shop.drive('second', id);
    expect(await stored()).toMatchObject([
      {
        _id: `ORDER_CONFIRMATION:${placed?.orderNumber}`,
        order: placed?.orderNumber,
        recipient: 'anna@kiosk.test',
        buyerUid: 'anna',
      },
    ]);
  },
);
