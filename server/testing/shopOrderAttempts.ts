import { captureOrder } from '../orders/capturePayments';
import { must, type Principal } from './principals';
import type { TestServer } from './startTestServer';

interface Parts {
  readonly server: () => TestServer;
  readonly admin: () => Principal;
  /** Its number. */
  readonly placedOrder: () => Promise<string>;
}

export const shopOrderOperations = [
  ...(['orders', 'shopOrder', 'refundPreview', 'createFulfillment', 'createFulfillments'] as const),
  ...(['undoFulfillments', 'markDelivered', 'capturePayment', 'refundOrder', 'cancelShopOrder'] as const),
  'addOrderNote',
] as const;

export const decidedAlike = <T extends string>(names: readonly T[], decision: string): Record<T, string> =>
  Object.fromEntries(names.map((name) => [name, decision])) as Record<T, string>;

/** A call of each operation with which admins run the shop. */
export function shopOrderAttempts({ server, admin, placedOrder }: Parts) {
  async function paidOrder(): Promise<string> {
    const number = await placedOrder();
    const { repositories, saga } = server();
    const { orders } = repositories;
    const order = await orders.find(number);
    if (order) await captureOrder({ orders, provider: saga.provider, now: () => new Date() }, order);
    return number;
  }

  async function sentOrder(): Promise<string> {
    const number = await paidOrder();
    const query = 'mutation F($input: CreateFulfillmentInput!) { createFulfillment(input: $input) { fulfillmentId } }';
    await must(server(), query, { input: { number } }, admin().token);
    return number;
  }

  return {
    orders: () => ({ query: '{ orders { totalCount nodes { number } } }', variables: {} }),
    shopOrder: async () => ({
      query: 'query O($number: ID!) { shopOrder(number: $number) { number } }',
      variables: { number: await placedOrder() },
    }),
    refundPreview: async () => ({
      query: 'query R($input: RefundPreviewInput!) { refundPreview(input: $input) { amount { amount } } }',
      variables: { input: { number: await paidOrder(), amount: 100 } },
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
      variables: { input: { fulfillments: [{ number: await paidOrder(), id: 'none' }] } },
    }),
    markDelivered: async () => ({
      query: 'mutation M($input: MarkDeliveredInput!) { markDelivered(input: $input) { order { number } } }',
      variables: { input: { number: await sentOrder() } },
    }),
    capturePayment: async () => ({
      query: 'mutation C($input: CapturePaymentInput!) { capturePayment(input: $input) { order { number } } }',
      variables: { input: { number: await paidOrder() } },
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
