import { screen, within } from '@testing-library/dom';
import { money } from '../../testing/checkout';
import { fill, findToast, main, textsOf } from '../../testing/page';
import { newParcel, newPreview, newRefund } from '../../testing/shopOrder';
import { openOrder, orderLines as lines, part, storeOf } from '../../testing/shopOrderPage';

test('C45 a refund of a partly shipped line distinguishes sent from unsent pieces', async () => {
  const store = storeOf({
    ...{ fulfillmentStatus: 'PARTIALLY_FULFILLED', fulfillments: [newParcel()] },
    lines: lines({ openQuantity: 1, fulfilledQuantity: 1 }, { openQuantity: 0, fulfilledQuantity: 1 }),
  });
  const { user, inputs } = await openOrder(store, {
    refundPreview: ({ input }: { input: { unsentLines?: { quantity: number }[] } }) =>
      newPreview({ unsentPieces: input.unsentLines?.[0]?.quantity ?? 0 }),
    refundOrder: () => store.become({ refunds: [newRefund()] }),
  });
  const pieces = part('Refund').getByRole('list', { name: 'Pieces to refund' });
  expect(textsOf(within(pieces).getAllByRole('listitem'))).toEqual([
    expect.stringContaining('of 1 sent, $38.00 each'),
    expect.stringContaining('of 1 not sent yet, $38.00 each'),
    expect.stringContaining('of 1, $58.00 each'),
  ]);
  await user.click(part('Refund').getByRole('button', { name: 'One Stoneware mug (sent) more' }));
  await part('Refund').findByRole('button', { name: 'Refund $40.76' });
  expect(part('Refund').queryByText(/not sent any more/)).toBeNull();
  expect(inputs('RefundPreview').at(-1)).toEqual({
    ...{ number: 'K-7QF2-M4XD', lines: [{ id: 'mug', quantity: 1 }], shipping: false, amount: 0 },
  });
  await user.click(part('Refund').getByRole('button', { name: 'One Stoneware mug (not sent yet) more' }));
  expect(await part('Refund').findByText('1 piece is not sent any more')).toBeVisible();
  await user.click(await part('Refund').findByRole('button', { name: 'Refund $40.76' }));
  await findToast('Refunded $40.76');
  expect(inputs('RefundOrder')).toMatchObject([
    { lines: [{ id: 'mug', quantity: 2 }], unsentLines: [{ id: 'mug', quantity: 1 }] },
  ]);
});

test('C45 C46 the preview of a refund of everything still to be shipped announces that it cancels the order', async () => {
  const { user } = await openOrder(storeOf({}), {
    refundPreview: () => newPreview({ unsentPieces: 2, cancels: true }),
  });
  await user.click(part('Refund').getByRole('button', { name: 'One Stoneware mug more' }));
  expect(await part('Refund').findByText('2 pieces are not sent any more, and the order is cancelled')).toBeVisible();
});

test('C46 the rest of a fully refunded partial shipment can be cancelled as long as the server allows it', async () => {
  const refunded = {
    ...{ fulfillmentStatus: 'PARTIALLY_FULFILLED', paymentStatus: 'REFUNDED', refundable: money(0) },
    ...{ canCancel: false, fulfillments: [newParcel()] },
    lines: lines({ openQuantity: 1, fulfilledQuantity: 1 }, { openQuantity: 0, fulfilledQuantity: 1 }),
  };
  const store = storeOf(refunded);
  const { user, inputs } = await openOrder(store, {
    cancelShopOrder: () => store.become({ fulfillmentStatus: 'FULFILLED', canCancelByShop: false }),
  });
  expect(part('Ship').getByText('All of its money went back.')).toBeVisible();
  await user.click(main().getByRole('button', { name: 'Cancel the rest' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(
    question.getByText(/^No money is left to go back. 1 piece goes back on sale\. What has left stays/),
  ).toBeVisible();
  expect(inputs('RefundPreview')).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Cancel the rest' }));
  await findToast('The order is cancelled');
  expect(main().queryByRole('button', { name: /^Cancel/ })).toBeNull();
});

test('Enter in a quantity takes it over and ships and refunds nothing', async () => {
  const { user, inputs } = await openOrder(storeOf(), { refundPreview: () => newPreview() });
  const quantity = (title: string) => part(title).getByRole('textbox', { name: 'Quantity of Stoneware mug' });
  await fill(user, quantity('Ship'), '1');
  await user.keyboard('{Enter}');
  await part('Ship').findByRole('button', { name: 'Ship 2 pieces' });
  await fill(user, quantity('Refund'), '1');
  await user.keyboard('{Enter}');
  await part('Refund').findByRole('button', { name: 'Refund $40.76' });
  await user.keyboard('{Enter}');
  expect(quantity('Refund')).toHaveFocus();
  expect([...inputs('CreateFulfillment'), ...inputs('RefundOrder')]).toEqual([]);
});
