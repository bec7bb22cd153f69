import { ObjectId } from 'mongodb';
import { isTestProvider } from '../payments/testProvider';
import { captureOrder } from '../orders/capturePayments';
import { must, type Principal } from './principals';
import type { TestServer } from './startTestServer';

interface Deps {
  readonly server: () => TestServer;
  readonly admin: () => Principal;
  /** Resolves to the order number. */
  readonly placedOrder: () => Promise<string>;
}

export const shopOrderOperations = [
  ...(['orders', 'shopOrder', 'packingSlips', 'refundPreview', 'createFulfillment', 'createFulfillments'] as const),
  ...(['undoFulfillments', 'markDelivered', 'undoDelivery', 'capturePayment', 'refundOrder'] as const),
  ...(['cancelShopOrder', 'updateFulfillment', 'addOrderNote', 'salesReport'] as const),
  ...(['reconciliation', 'checkReconciliation', 'fixDifference'] as const),
] as const;

export const decidedAlike = <T extends string>(names: readonly T[], decision: string): Record<T, string> =>
  Object.fromEntries(names.map((name) => [name, decision])) as Record<T, string>;

/** A call of each operation by which admins manage orders. */
export function shopOrderAttempts({ server, admin, placedOrder }: Deps) {
  async function paidOrder(): Promise<string> {
    const number = await placedOrder();
    const { repositories, saga } = server();
    const { orders } = repositories;
    const order = await orders.find(number);
    if (order) await captureOrder({ orders, provider: saga.provider, now: () => new Date() }, order);
    return number;
  }

  /** Its buyer can undo it no longer, and nothing has been captured. */
  async function reservedOrder(): Promise<string> {
    const number = await placedOrder();
    const orders = server().db.collection<{ _id: string }>('orders');
    await orders.updateOne({ _id: number }, { $set: { 'payment.captureAt': new Date(0) } });
    return number;
  }

  /** A charge in the provider's ledger without an order of the shop. */
  async function difference(): Promise<string> {
    const { repositories, saga } = server();
    const id = `${new ObjectId().toHexString()}:1`;
    const started = await saga.provider.start({ id, amountCents: 500, checkout: 'none', order: 'none', email: '' });
    if (!isTestProvider(saga.provider)) throw new Error('Not the test provider.');
    await saga.provider.pay(id, started.clientSecret, {
      number: '4242424242424242',
      expiry: '12/99',
      securityCode: '123',
    });
    await saga.provider.capture(id, 500);
    const query =
      'mutation C($input: CheckReconciliationInput!) { checkReconciliation(input: $input) { reconciliation { day } } }';
    const day = new Date().toISOString().slice(0, 10);
    await must(server(), query, { input: { day } }, admin().token);
    const found = await repositories.reconciliations.find(`test:${day}`);
    return found?.differences.find(({ paymentId }) => paymentId === id)?.id ?? '';
  }

  async function sentOrder(): Promise<{ readonly number: string; readonly id: string }> {
    const number = await paidOrder();
    const query = 'mutation F($input: CreateFulfillmentInput!) { createFulfillment(input: $input) { fulfillmentId } }';
    await must(server(), query, { input: { number } }, admin().token);
    const order = await server().repositories.orders.find(number);
    return { number, id: order?.fulfillments?.[0]?.id ?? '' };
  }

  async function deliveredOrder(): Promise<string> {
    const { number } = await sentOrder();
    const query = 'mutation M($input: MarkDeliveredInput!) { markDelivered(input: $input) { order { number } } }';
    await must(server(), query, { input: { number } }, admin().token);
    return number;
  }

  return {
    orders: () => ({ query: '{ orders { totalCount nodes { number } } }', variables: {} }),
    shopOrder: async () => ({
      query: 'query O($number: ID!) { shopOrder(number: $number) { number } }',
      variables: { number: await placedOrder() },
    }),
    packingSlips: async () => ({
      query: 'query P($numbers: [ID!]!) { packingSlips(numbers: $numbers) { number } }',
      variables: { numbers: [await placedOrder()] },
    }),
    refundPreview: async () => ({
      query: 'query R($input: RefundPreviewInput!) { refundPreview(input: $input) { amount { amount } } }',
      variables: { input: { number: await paidOrder(), amount: 100 } },
    }),
    salesReport: () => ({
      query: '{ salesReport(from: "2026-11-01", to: "2026-11-30") { agrees rows { period } } }',
      variables: {},
    }),
    reconciliation: () => ({ query: '{ reconciliation(day: "2026-11-01") { day } }', variables: {} }),
    checkReconciliation: () => ({
      query:
        'mutation C($input: CheckReconciliationInput!) { checkReconciliation(input: $input) { reconciliation { day } } }',
      variables: { input: { day: '2026-11-01' } },
    }),
    fixDifference: async () => ({
      query: 'mutation F($input: FixDifferenceInput!) { fixDifference(input: $input) { reconciliation { day } } }',
      variables: { input: { id: await difference() } },
    }),
    createFulfillment: async () => ({
      query: 'mutation F($input: CreateFulfillmentInput!) { createFulfillment(input: $input) { fulfillmentId } }',
      variables: { input: { number: await paidOrder() } },
    }),
    createFulfillments: async () => ({
      query: 'mutation F($input: CreateFulfillmentsInput!) { createFulfillments(input: $input) { results { error } } }',
      variables: { input: { numbers: [await paidOrder()] } },
    }),
    undoFulfillments: async () => ({
      query: 'mutation U($input: UndoFulfillmentsInput!) { undoFulfillments(input: $input) { results { error } } }',
      variables: { input: { fulfillments: [await sentOrder()] } },
    }),
    updateFulfillment: async () => ({
      query: 'mutation U($input: UpdateFulfillmentInput!) { updateFulfillment(input: $input) { order { number } } }',
      variables: { input: { ...(await sentOrder()), carrier: 'UPS' } },
    }),
    markDelivered: async () => ({
      query: 'mutation M($input: MarkDeliveredInput!) { markDelivered(input: $input) { order { number } } }',
      variables: { input: { number: (await sentOrder()).number } },
    }),
    undoDelivery: async () => ({
      query: 'mutation U($input: UndoDeliveryInput!) { undoDelivery(input: $input) { order { number } } }',
      variables: { input: { number: await deliveredOrder() } },
    }),
    capturePayment: async () => ({
      query: 'mutation C($input: CapturePaymentInput!) { capturePayment(input: $input) { order { number } } }',
      variables: { input: { number: await reservedOrder() } },
    }),
    refundOrder: async () => ({
      query: 'mutation R($input: RefundOrderInput!) { refundOrder(input: $input) { order { number } } }',
      variables: { input: { number: await paidOrder(), amount: 100 } },
    }),
    cancelShopOrder: async () => ({
      query: 'mutation C($input: CancelShopOrderInput!) { cancelShopOrder(input: $input) { order { number } } }',
      variables: { input: { number: await placedOrder() } },
    }),
    addOrderNote: async () => ({
      query: 'mutation N($input: AddOrderNoteInput!) { addOrderNote(input: $input) { order { number } } }',
      variables: { input: { number: await placedOrder(), text: 'Call first.' } },
    }),
  };
}
