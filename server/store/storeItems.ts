import { authorize, requireSelfOrAdmin } from '../authorize';
import type { Context } from '../context';
import type { StoreItemSort } from '../__generated__/resolvers';
import { BadInputError } from '../errors';
import { decodeCursor, fingerprint, type Position } from '../database/cursor';
import { pageInput, parseInput } from '../input';
import { boundedCount, countLimit, once, pageOf, type Listing } from '../listing';
import { comparePositions, positionOf, productOrders, storedPosition } from '../products/productOrder';
import type { OwnedRange } from '../products/products.repository';
import { requirePerson } from '../users/people';
import { storeItemFilterInput } from './store.input';
import type { StoreItemDocument } from './store.service';

const order = productOrders.NEWEST;

export type StoreItemListing = Listing<StoreItemDocument>;

interface StoreItemsInput {
  readonly email?: string | null | undefined;
  readonly filter?: unknown;
  readonly sort?: StoreItemSort | undefined;
  readonly first: number;
  readonly after?: string | null | undefined;
}

/** Products and store entries together, newest first: one person's, or for an admin everybody's (decision 2). */
export async function listStoreItems(context: Context, input: StoreItemsInput): Promise<StoreItemListing> {
  const signedIn = await authorize(context, 'storeItems');
  const { first, after } = parseInput(pageInput, { first: input.first, after: input.after });
  const { kind, createdFrom, createdTo } = parseInput(storeItemFilterInput, input.filter);
  if ((input.sort ?? 'NEWEST') !== 'NEWEST') throw new BadInputError('This is being built.', 'sort');
  const everybody = input.email === null || input.email === undefined;
  if (everybody) await requireSelfOrAdmin(context, signedIn, null);
  const ownerUid = everybody ? null : await requirePerson(context, signedIn, input.email ?? '');
  const question = fingerprint(['storeItems', everybody, ownerUid, kind, createdFrom, createdTo]);
  const position = after ? decodeCursor(after, question) : null;
  const { products, store } = context.repositories;
  const readers =
    everybody || ownerUid !== null ? { PRODUCT: [products], STORE_ENTRY: [store], BOTH: [products, store] } : null;
  const chosen = readers?.[kind ?? 'BOTH'] ?? [];
  const range: OwnedRange = { ownerUid, createdFrom, createdTo };
  return {
    page: once(async () => {
      const found = await Promise.all(chosen.map((reader) => readOne(reader, range, position, first + 1)));
      const merged = found.flat().sort((a, b) => comparePositions(a.position, b.position, order));
      return pageOf(merged, { first, hasPreviousPage: position !== null, question });
    }),
    count: once(async () => {
      const counts = await Promise.all(chosen.map((reader) => reader.countOwned(range, countLimit + 1)));
      return boundedCount(counts.reduce((sum, count) => sum + count, 0));
    }),
  };
}

type Reader = Pick<Context['repositories']['products'] | Context['repositories']['store'], 'readNewest'>;

/** A page of each kind is enough for a page of both: whatever comes later in one comes later in the merged list. */
async function readOne(reader: Reader, range: OwnedRange, position: Position | null, limit: number) {
  const found: StoreItemDocument[] = await reader.readNewest(range, position && storedPosition(position, order), limit);
  return found.map((node) => ({ node, position: positionOf(node, order) }));
}
