import type { Document } from 'mongodb';
import type { OrderSort } from '../__generated__/resolvers';
import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { pageInput, parseInput } from '../graphql/input';
import { filterLimits, type TextSearch } from '../lists/chooseAccessPath';
import { byChange, changedBetween } from '../lists/changes';
import { listingOf, once, type ListArguments } from '../lists/connection';
import type { SortOrder } from '../lists/position';
import { containing, datesBetween } from '../lists/ranges';
import { countMatching, pageRequest, readPage, type List } from '../lists/readList';
import { numberForm, type OrderListing } from '../orders/listOrders';
import type { DemoOrderDocument, OrderDocument } from '../orders/orderDocument';
import { orderFilterInput, type OrderFilterInput } from './shopOrders.input';

const orders: Readonly<Record<OrderSort, SortOrder>> = {
  NEWEST: { field: 'createdAt', direction: -1, hasTextIds: true },
  OLDEST: { field: 'createdAt', direction: 1, hasTextIds: true },
  TOTAL_DESC: { field: 'totalCents', direction: -1, hasTextIds: true },
  TOTAL_ASC: { field: 'totalCents', direction: 1, hasTextIds: true },
};

const changes: SortOrder = { ...byChange, hasTextIds: true };

const changedIn = async ({ repositories }: Context, { changedSince }: OrderFilterInput): Promise<Document> =>
  changedSince ? changedBetween(changedSince, await repositories.orders.databaseTime()) : {};

/** All orders, for admins. */
export async function listShopOrders(context: Context, input: ListArguments<OrderSort>): Promise<OrderListing> {
  await authorize(context, 'orders');
  const page = parseInput(pageInput, input);
  const filter = parseInput(orderFilterInput, input.filter);
  const sort = input.sort ?? 'NEWEST';
  const request = pageRequest(page, ['orders', filter.changedSince ?? sort, filter], numberForm);
  const order = filter.changedSince ? changes : orders[sort];
  const list = once(async () => listOf(context, filter, order, await changedIn(context, filter)));
  return listingOf({
    read: async () => readPage(await list(), request),
    countRows: async () => countMatching(await list()),
    countOnce: (count) => context.loaders.count(['orders', filter], count),
  });
}

function listOf(
  { repositories, now }: Context,
  filter: OrderFilterInput,
  order: SortOrder,
  changed: Document,
): List<OrderDocument | DemoOrderDocument> {
  const part = {
    reader: repositories.orders.list,
    projection: { searchText: 0, searchTerms: 0 },
    search: filter.search === '' ? null : searchOf(filter.search),
  };
  const conditions = conditionsOf(filter, now());
  const parts = conditions ? [{ ...part, conditions: { ...conditions, ...changed } }] : [];
  return { order, parts, limits: filterLimits };
}

type Status = OrderDocument['status'];
type PaymentState = OrderDocument['payment']['status'];

const ofStatus: Readonly<Record<NonNullable<OrderFilterInput['status']>, readonly Status[]>> = {
  PLACED: ['placed', 'partlyShipped', 'shipped'],
  COMPLETED: ['delivered'],
  CANCELLED: ['cancelled'],
};
const ofFulfillment: Readonly<Record<NonNullable<OrderFilterInput['fulfillmentStatus']>, readonly Status[]>> = {
  UNFULFILLED: ['placed', 'cancelled'],
  PARTIALLY_FULFILLED: ['partlyShipped'],
  FULFILLED: ['shipped'],
  DELIVERED: ['delivered'],
  RETURNED: [],
};
const ofPayment: Readonly<Record<NonNullable<OrderFilterInput['paymentStatus']>, readonly PaymentState[]>> = {
  PENDING: [],
  AUTHORIZED: ['authorized', 'capturing'],
  PAID: ['paid'],
  PARTIALLY_REFUNDED: ['partiallyRefunded'],
  REFUNDED: ['refunded'],
  VOIDED: ['voided'],
  FAILED: ['failed'],
};

/** null: nothing can match. */
function conditionsOf(filter: OrderFilterInput, now: Date): Document | null {
  const { status, paymentStatus, fulfillmentStatus, toShip, needsAttention, from, to } = filter;
  const statuses = [status && ofStatus[status], fulfillmentStatus && ofFulfillment[fulfillmentStatus]];
  const wanted = intersectionOf<Status>(statuses.filter((each) => each !== null));
  const payments = paymentStatus && ofPayment[paymentStatus];
  if (wanted?.length === 0 || payments?.length === 0) return null;
  return {
    ...(wanted && { status: oneOf(wanted) }),
    ...(payments && { 'payment.status': oneOf(payments) }),
    ...(toShip && { toShip }),
    ...(needsAttention && { attentionAt: { $lt: now } }),
    ...datesBetween('createdAt', from, to),
  };
}

/** Indexes need a single value rather than $in. */
const oneOf = (values: readonly string[]): unknown => (values.length === 1 ? values[0] : { $in: values });

/** null: unrestricted. */
const intersectionOf = <T>(sets: readonly (readonly T[])[]): readonly T[] | null =>
  sets.length === 0 ? null : sets.reduce((left, right) => left.filter((each) => right.includes(each)));

/** Contained in number, e-mail or name. */
function searchOf(text: string): TextSearch {
  const test = { searchText: containing(text) };
  return { text, test, terms: [{ field: 'searchTerms', test: (window) => (window === text ? {} : test) }] };
}
