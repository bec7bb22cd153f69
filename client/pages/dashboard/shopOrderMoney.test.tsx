import { screen, waitFor, within } from '@testing-library/dom';
import { money } from '../../testing/checkout';
import { field, fill, main, textsOf } from '../../testing/page';
import { newShopOrder } from '../../testing/shopOrder';
import { openOrder, part, rowsOf, storeOf } from '../../testing/shopOrderPage';
import { offline } from '../../testing/shop';

const cancelled = { status: 'CANCELLED', canCancel: false, refundable: money(0) };

test('C46 cancelling a refunded order reports the refund, not a void', async () => {
  const refunded = { paymentStatus: 'REFUNDED', refundable: money(0), refundedTotal: money(14_871) };
  const store = storeOf(refunded);
  const { user } = await openOrder(store, { cancelShopOrder: () => store.become(cancelled) });
  await user.click(main().getByRole('button', { name: 'Cancel order' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Cancel this order?' }));
  expect(question.getByText(/^All of \$148\.71 goes back to Visa •••• 4242 already, and 3 pieces/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Cancel order' }));
  expect(await main().findByText('$148.71 went back.')).toBeVisible();
});

test.each([
  ['AUTHORIZED', 0, 0, ['The reservation of $148.71 is being given up.']],
  ['FAILED', 0, 0, ['The reservation of $148.71 is being given up.']],
  ['VOIDED', 0, 0, ['$148.71 was voided: nothing was charged.']],
  ['PAID', 14_871, 0, ['$0.00 went back.', '$148.71 is still to go back.']],
  ['PARTIALLY_REFUNDED', 14_871, 500, ['$5.00 went back.', '$143.71 is still to go back.']],
  ['REFUNDED', 14_871, 14_871, ['$148.71 went back.']],
])(
  'C46 a cancelled order whose payment is %s shows the state of its money',
  async (paymentStatus, taken, back, words) => {
    const at = '2026-11-25T14:31:00.000Z';
    await openOrder(
      storeOf({
        ...{ ...cancelled, paymentStatus, capturedTotal: money(taken), refundedTotal: money(back) },
        ledger: [{ at, what: 'CAPTURED', amount: money(taken), balance: money(taken - back) }],
      }),
    );
    expect(textsOf([...part('Cancelled').getAllByText(/./, { selector: 'p' })])).toEqual([
      ...words,
      '3 pieces are not sent any more.',
    ]);
  },
);

test('C47 a negative balance has its sign before the currency', async () => {
  const { ledger } = newShopOrder();
  const at = '2026-11-26T09:00:00.000Z';
  await openOrder(
    storeOf({
      ledger: [
        ...ledger,
        { at, what: 'REFUNDED', amount: money(14_871), balance: money(0) },
        { at, what: 'DISPUTED', amount: money(10_000), balance: money(-10_000) },
      ],
    }),
  );
  expect(rowsOf('Money').at(-2)?.at(-1)).toBe('−$100.00');
  expect(part('Money').getByTestId('kept')).toHaveTextContent('−$100.00');
});

test('C52 a note that is changed after a lost answer is another request; the same one is not sent twice', async () => {
  const store = storeOf();
  const { user, shop } = await openOrder(store, { addOrderNote: () => store.become({}) });
  const keys = () => shop.callsOf('AddOrderNote').map(({ headers }) => headers.get('idempotency-key'));
  const add = async (count: number) => {
    // Until the one before has been answered it says 'Adding…'.
    await user.click(await part('Timeline').findByRole('button', { name: 'Add note' }));
    await waitFor(() => expect(keys()).toHaveLength(count));
  };
  shop.intercept('AddOrderNote', offline);
  await fill(user, field('Note for admins'), 'Call first');
  await add(1);
  await add(2);
  shop.intercept('AddOrderNote', undefined);
  await fill(user, field('Note for admins'), 'Called');
  await add(3);
  const [first, again, other] = keys();
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});
