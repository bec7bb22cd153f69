import { fulfillmentStatuses, orderStatuses, paymentStatuses } from '../shopOrders/shopOrders.input';
import type { EndpointRow, QueryParameter } from './endpoint';
import { dateTimeSchema, truthOf } from './queryParameters';
import { enumValue } from './restShape';
import { addresses, money, sums } from './selections';

const line = `{ id name picture quantity unitPrice ${money} total ${money} taxRate tax ${money} }`;
const statuses = 'number placedAt status paymentStatus fulfillmentStatus';
const order = `${statuses} email lines ${line} ${addresses} shippingMethodName earliest latest ${sums} card { brand last4 } canUndoUntil isTest`;

/** Fields in a list; details are read by number. */
const listedOrder = `${statuses} overallStatus email pieces pictures total ${money} canUndoUntil canCancel isTest`;

const pieces = '{ id name quantity }';
const fulfillment = `{ id lines ${pieces} carrier trackingNumber trackingUrl shippedAt deliveredAt }`;
const refund = `{ id amount ${money} tax ${money} shipping ${money} lines ${pieces} status at failedAt restocked madeAtProvider }`;
const ofShop = `updatedAt refundedTotal ${money} invoiceNumber`;
const shopOrder = `${order} overallStatus pieces canCancel ${ofShop} fulfillments ${fulfillment} refunds ${refund}`;

const pageInfo = 'pageInfo { endCursor hasNextPage }';
const byNumber = { number: 'Its number, as K-7F3Q-9M2X, in any letter case, with or without its hyphens.' };

const lowerCase = (values: readonly string[]) => values.map((value) => value.toLowerCase());
const enums = {
  status: lowerCase(orderStatuses),
  paymentStatus: lowerCase(paymentStatuses),
  fulfillmentStatus: lowerCase(fulfillmentStatuses),
};
const oneOf = (values: readonly string[]) => ({ type: 'string', enum: values });

const filters: Readonly<Record<string, QueryParameter>> = {
  status: { description: 'Only orders of this status.', schema: oneOf(enums.status) },
  paymentStatus: { description: 'Only orders whose money has this status.', schema: oneOf(enums.paymentStatus) },
  fulfillmentStatus: {
    description: 'Only orders whose goods have this status.',
    schema: oneOf(enums.fulfillmentStatus),
  },
  search: {
    description: 'Only orders with this text in number, e-mail or name.',
    schema: { type: 'string', maxLength: 200 },
  },
  from: { description: 'The earliest `placedAt`, inclusive.', schema: dateTimeSchema },
  to: { description: 'The latest `placedAt`, exclusive.', schema: dateTimeSchema },
  needsAttention: {
    description: 'Whether only those are listed that an admin has to look at.',
    schema: { type: 'boolean', default: false },
  },
  toShip: {
    description: 'Whether only those are listed of which something is left to send, and whose money does not stop it.',
    schema: { type: 'boolean', default: false },
  },
  changedSince: {
    description:
      'Only orders whose `updatedAt` is not before it, the oldest change first. What was changed in the last five seconds is listed after them.',
    schema: dateTimeSchema,
  },
};

/** Orders of the caller, and, for admins and API keys, of everyone. */
export const orderRows: readonly EndpointRow[] = [
  {
    rows: ['C24', 'C29'],
    method: 'GET',
    path: '/orders/:number',
    summary: 'A placed order; a guest shows the token of its checkout.',
    keys: byNumber,
    operation: 'order',
    document: `query Order($number: ID!) { order(number: $number) { ${order} } }`,
    variables: ({ params }) => ({ number: params['number'] }),
    guests: 'withToken',
  },
  {
    rows: ['C29', 'C31'],
    method: 'GET',
    path: '/orders',
    summary: 'What the caller has bought, newest first.',
    operation: 'myOrders',
    document: `query MyOrders($first: Int!, $after: String) { myOrders(first: $first, after: $after) { nodes { ${listedOrder} } ${pageInfo} } }`,
    list: true,
  },
  {
    rows: ['C41'],
    method: 'GET',
    path: '/shopOrders',
    summary:
      'All orders of the shop, newest first; or those that were changed since some time, in the order of the changes.',
    query: filters,
    operation: 'orders',
    document: `query Orders($filter: OrderFilter, $first: Int!, $after: String) { orders(filter: $filter, first: $first, after: $after) { nodes { ${listedOrder} ${ofShop} } ${pageInfo} } }`,
    variables: ({ query }) => {
      const { status, paymentStatus, fulfillmentStatus, search, from, to, changedSince } = query;
      const { needsAttention, toShip } = query;
      return {
        filter: {
          ...{ search, from, to, changedSince },
          status: enumValue(status, enums.status),
          paymentStatus: enumValue(paymentStatus, enums.paymentStatus),
          fulfillmentStatus: enumValue(fulfillmentStatus, enums.fulfillmentStatus),
          ...(needsAttention !== undefined && { needsAttention: truthOf(needsAttention) }),
          ...(toShip !== undefined && { toShip: truthOf(toShip) }),
        },
      };
    },
    list: true,
  },
  {
    rows: ['C41'],
    method: 'GET',
    path: '/shopOrders/:number',
    summary: 'An order of the shop, with what was sent and what went back.',
    keys: byNumber,
    operation: 'shopOrder',
    document: `query ShopOrder($number: ID!) { shopOrder(number: $number) { ${shopOrder} } }`,
    variables: ({ params }) => ({ number: params['number'] }),
  },
];
