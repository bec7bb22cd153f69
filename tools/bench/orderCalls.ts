import type { Call } from './dashboardCall';

const row = 'number placedAt overallStatus paymentStatus fulfillmentStatus email pieces total { amount }';
const page = 'pageInfo { hasNextPage endCursor } totalCount totalCountIsExact';
const money = '{ amount }';
const address = '{ fullName company streetLine1 streetLine2 city region postalCode countryCode phoneNumber }';

const listed = `query Orders($filter: OrderFilter, $sort: OrderSort!) {
  orders(filter: $filter, sort: $sort, first: 24) { nodes { ${row} } ${page} } }`;
const one = `query ShopOrder($number: ID!) { shopOrder(number: $number) { ${row} version
  lines { id name quantity unitPrice ${money} total ${money} tax ${money} } shippingAddress ${address}
  subtotal ${money} shippingTotal ${money} taxTotal ${money} refundedTotal ${money}
  card { brand last4 } timeline { at kind } fulfillments { id } refunds { id } } }`;
const own = `query MyOrders { myOrders(first: 20) { nodes { number placedAt pictures pieces total ${money} overallStatus canUndoUntil } ${page} } }`;

const named = (name: string, query: string, variables: object = {}) => {
  const [, operation = ''] = /query (\w+)/.exec(query) ?? [];
  return { name, operation, body: JSON.stringify({ operationName: operation, query, variables }) };
};

/** An existing order, to search for and to open. */
export interface KnownOrder {
  readonly number: string;
  readonly email: string;
  readonly name: string;
}

/**
 * The order queries of admins, with rare and frequent matches among the generated orders, one order, and a buyer's own
 * orders.
 */
export function orderCalls({ number, email, name }: KnownOrder): (Call & { readonly name: string })[] {
  const list = (what: string, filter: object = {}, sort = 'NEWEST') =>
    named(`All orders${what}`, listed, { filter, sort });
  return [
    list(''),
    list(', oldest', {}, 'OLDEST'),
    list(', dearest', {}, 'TOTAL_DESC'),
    list(', to be sent', { toShip: true }),
    list(', delivered', { fulfillmentStatus: 'DELIVERED' }),
    list(', delivered, dearest', { fulfillmentStatus: 'DELIVERED' }, 'TOTAL_DESC'),
    list(', refunded', { paymentStatus: 'REFUNDED' }),
    list(', refunded, cheapest', { paymentStatus: 'REFUNDED' }, 'TOTAL_ASC'),
    list(', of a month', { from: '2025-06-01T00:00:00Z', to: '2025-07-01T00:00:00Z' }),
    list(', of a month, cheapest', { from: '2025-06-01T00:00:00Z', to: '2025-07-01T00:00:00Z' }, 'TOTAL_ASC'),
    list(', need attention', { needsAttention: true }),
    list(', search, one number', { search: number }),
    list(', search, one e-mail', { search: email }),
    list(', search, a name', { search: name }),
    list(', search, everybody', { search: 'generated.test' }),
    list(', search, frequent, of a month', {
      ...{ search: 'person-1', from: '2025-06-01T00:00:00Z', to: '2025-07-01T00:00:00Z' },
    }),
    list(', search, frequent, dearest', { search: 'anna', fulfillmentStatus: 'DELIVERED' }, 'TOTAL_DESC'),
    list(', search, nothing', { search: 'zzzzqq' }),
    named('One order', one, { number }),
    named('Orders, own', own),
  ];
}
