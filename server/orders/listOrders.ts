import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { pageInput, parseInput } from '../graphql/input';
import { listingOf, type ListArguments, type Listing } from '../lists/connection';
import { newestFirst, type SortOrder } from '../lists/position';
import { countMatching, indexedList, pageRequest, readPage } from '../lists/readList';
import type { DemoOrderDocument, OrderDocument } from './orderDocument';

export type OrderListing = Listing<OrderDocument | DemoOrderDocument>;

const newest: SortOrder = { ...newestFirst, hasTextIds: true };

/** Includes those of demo orders. */
export const numberForm = /^[\w-]{1,40}$/;

export async function listMyOrders(context: Context, input: ListArguments): Promise<OrderListing> {
  const { viewer } = await authorize(context, 'myOrders');
  const request = pageRequest(parseInput(pageInput, input), ['myOrders', viewer.uid], numberForm);
  const list = indexedList(context.repositories.orders.list, newest, { buyerUid: viewer.uid });
  return listingOf({
    read: () => readPage(list, request),
    countRows: () => countMatching(list),
    countOnce: (count) => context.loaders.count(['myOrders'], count),
  });
}
