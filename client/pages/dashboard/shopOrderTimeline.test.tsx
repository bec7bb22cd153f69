import { money } from '../../testing/checkout';
import { textsOf } from '../../testing/page';
import { newShopOrder } from '../../testing/shopOrder';
import { openOrder, part, storeOf } from '../../testing/shopOrderPage';

test('C52 the timeline shows when messages to the buyer were queued, sent, failed and sent again', async () => {
  const message = {
    ...{ recipient: 'anna@example.com', createdAt: '2026-11-25T14:21:00.000Z', lastError: null },
    ...{ sentAt: null, failedAt: null, isDeliveryOn: true, resends: [] as object[] },
  };
  const again = { at: '2026-11-25T15:00:00.000Z', statusBefore: 'FAILED', endedAt: '2026-11-25T14:40:00.000Z' };
  await openOrder(
    storeOf({
      outboxMessages: [
        { ...message, id: 'queued', kind: 'ORDER_REFUNDED', status: 'PENDING', createdAt: '2026-11-25T16:00:00.000Z' },
        {
          ...{ ...message, id: 'refused', kind: 'ORDER_SHIPPED', status: 'FAILED', lastError: '550 No such mailbox' },
          failedAt: '2026-11-25T15:30:00.000Z',
        },
        {
          ...{
            ...message,
            id: 'again',
            kind: 'ORDER_CONFIRMATION',
            status: 'SENT',
            sentAt: '2026-11-25T15:01:00.000Z',
          },
          resends: [{ ...again, actorEmail: 'admin@kiosk.test' }],
        },
        // Sent again and still pending.
        {
          ...{ ...message, id: 'waits', kind: 'ORDER_LINK', status: 'SENDING', createdAt: '2026-11-25T14:22:00.000Z' },
          resends: [{ ...again, at: '2026-11-25T15:40:00.000Z', endedAt: null, actorEmail: null }],
        },
      ],
    }),
  );
  const items = part('Timeline').getAllByRole('listitem');
  const titles = items.map((each) => each.querySelector('p')?.textContent);
  expect(titles.toReversed()).toEqual([
    ...['Order placed', 'Payment captured, $148.71', 'Message not sent: Order confirmation'],
    ...['Message sent again: Order confirmation', 'Message sent: Order confirmation', 'Message not sent: On its way'],
    ...['Message sent again: Link to the order', 'Message queued: Refund'],
  ]);
  const texts = textsOf(items);
  expect(texts.find((each) => each.startsWith('Message sent again: Order'))).toMatch(/by admin@kiosk\.test$/);
  expect(texts.find((each) => each.startsWith('Message not sent: On'))).toContain(
    'anna@example.com 550 No such mailbox',
  );
});

test('C52 a card declined before the order was placed is listed before its placing', async () => {
  const declined = {
    ...{ at: '2026-11-25T14:19:00.000Z', kind: 'PAYMENT_DECLINED', by: 'BUYER', amount: money(14_871) },
    ...{ text: 'Visa •••• 0002, card declined', actorEmail: null, actorKeyName: null },
  };
  await openOrder(storeOf({ timeline: [declined, ...newShopOrder().timeline] }));
  const last = textsOf(part('Timeline').getAllByRole('listitem')).at(-1);
  expect(last).toMatch(/^Card declinedVisa •••• 0002, card declined.*by the buyer$/);
});

test('C52 in a shop that sends no mail, a message is listed as written at its creation', async () => {
  const message = {
    ...{ id: 'm', kind: 'ORDER_CONFIRMATION', recipient: 'anna@example.com', status: 'PENDING', lastError: null },
    ...{ createdAt: '2026-11-25T14:21:00.000Z', sentAt: null, failedAt: null, isDeliveryOn: false, resends: [] },
  };
  await openOrder(storeOf({ outboxMessages: [message] }));
  const titles = part('Timeline')
    .getAllByRole('listitem')
    .map((each) => each.querySelector('p')?.textContent);
  expect(titles).toEqual(['Payment captured, $148.71', 'Message written: Order confirmation', 'Order placed']);
});
