import { ObjectId, type Db, type Document } from 'mongodb';
import type { PersonalDataKind } from '../__generated__/resolvers';
import { addressesDeclaration } from '../addresses/addresses.repository';
import { auditDeclaration } from '../audit/audit.repository';
import { checkoutsDeclaration } from '../checkout/checkouts.repository';
import { callerRanges, idempotencyDeclaration } from '../database/idempotency.repository';
import type { CollectionDeclaration } from '../database/indexes';
import { listReader } from '../lists/listReader';
import type { SortOrder } from '../lists/position';
import { scan } from '../lists/scan';
import { outboxDeclaration } from '../mail/outbox.repository';
import { messagesDeclaration } from '../messages/messages.repository';
import { ordersDeclaration } from '../orders/orders.repository';
import { productsDeclaration } from '../products/products.repository';
import { deletedItemsDeclaration } from '../store/deletedItems.repository';
import { storeDeclaration } from '../store/store.repository';
import { usersDeclaration } from '../users/users.repository';

/** The person whose data is read. */
export interface DataSubject {
  readonly uid: string;
  /** Data filed under an e-mail is only read for a verified owner. */
  readonly email: string | null;
}

interface Source {
  readonly kind: PersonalDataKind;
  readonly declaration: CollectionDeclaration;
  /** null: contains nothing about the person. */
  readonly filter: (person: DataSubject) => Document | null;
  /** Newest first if missing. */
  readonly order?: SortOrder;
  /** Excludes fields that only indexes need, and those about others. */
  readonly projection?: Document;
}

const newest: SortOrder = { field: 'createdAt', direction: -1 };
const latest: SortOrder = { field: 'startedAt', direction: -1 };
const terms = { nameLower: 0, nameTerms: 0 };

/** Every collection with data about a person, in the order of the export. */
const sources: readonly Source[] = [
  {
    kind: 'ACCOUNT',
    declaration: usersDeclaration,
    filter: ({ uid }) => ({ _id: uid }),
    projection: { ...terms, emailKey: 0, emailTerms: 0 },
  },
  {
    kind: 'PRODUCT',
    declaration: productsDeclaration,
    filter: ({ uid }) => ({ ownerUid: uid }),
    projection: { ...terms, nameGrams: 0, categoryGrams: 0, ratingKey: 0, 'heldByShop.uid': 0 },
  },
  {
    kind: 'STORE_ENTRY',
    declaration: storeDeclaration,
    filter: ({ uid }) => ({ ownerUid: uid }),
    projection: terms,
  },
  {
    kind: 'DELETED_ITEM',
    declaration: deletedItemsDeclaration,
    filter: ({ uid }) => ({ 'item.ownerUid': uid }),
    order: { field: 'expiresAt', direction: -1 },
    projection: { 'item.nameLower': 0, 'item.ratingKey': 0, 'item.heldByShop.uid': 0, deletionId: 0, cartOwner: 0 },
  },
  {
    kind: 'ORDER',
    declaration: ordersDeclaration,
    filter: ({ uid }) => ({ buyerUid: uid }),
    projection: {
      ...{
        searchText: 0,
        searchTerms: 0,
        attentionAt: 0,
        toShip: 0,
        announced: 0,
        pendingEvents: 0,
        'timeline.byUid': 0,
        'timeline.differenceId': 0,
      },
      ...{ 'fulfillments.byUid': 0, 'refunds.byUid': 0, 'notes.byUid': 0 },
    },
  },
  {
    kind: 'CHECKOUT',
    declaration: checkoutsDeclaration,
    filter: ({ uid }) => ({ buyerUid: uid }),
    projection: { lease: 0, dueAt: 0, 'attempt.clientSecret': 0 },
  },
  {
    kind: 'OUTBOX_MESSAGE',
    declaration: outboxDeclaration,
    filter: ({ uid }) => ({ buyerUid: uid }),
    projection: { dueAt: 0, lastError: 0, 'resends.byUid': 0 },
  },
  {
    kind: 'ADDRESSES',
    declaration: addressesDeclaration,
    filter: ({ uid }) => ({ _id: uid }),
    order: { field: '_id', direction: 1 },
  },
  {
    kind: 'CONTACT_MESSAGE',
    declaration: messagesDeclaration,
    filter: ({ uid }) => ({ senderUid: uid }),
  },
  {
    kind: 'CONTACT_MESSAGE',
    declaration: messagesDeclaration,
    // Messages from their own account are exported already, and those from other accounts are not theirs.
    filter: ({ uid, email }) => (email === null ? null : { email, senderUid: { $ne: uid } }),
    projection: { senderUid: 0 },
  },
  {
    kind: 'AUDIT_ENTRY',
    declaration: auditDeclaration,
    filter: ({ uid }) => ({ actorUid: uid }),
    order: latest,
  },
  {
    kind: 'AUDIT_ENTRY',
    declaration: auditDeclaration,
    // Actions on their own account are exported among their actions.
    filter: ({ uid }) => ({ subjectId: uid, actorUid: { $ne: uid } }),
    order: latest,
    projection: { actorUid: 0, requestId: 0 },
  },
  {
    kind: 'REQUEST',
    declaration: idempotencyDeclaration,
    filter: ({ uid }) => ({ $or: callerRanges(uid) }),
    order: { field: '_id', direction: 1 },
    projection: { _id: 1, state: 1, status: 1, claimedAt: 1, expiresAt: 1 },
  },
];

export const exportedCollections: ReadonlySet<string> = new Set(
  sources.map(({ declaration }) => declaration.collection),
);

/** These name whatever was asked for, too: an id that is nobody's, a network address. */
const ofNobody: ReadonlySet<PersonalDataKind> = new Set<PersonalDataKind>(['AUDIT_ENTRY', 'REQUEST']);

/** A position: the source, and the last record read in it. */
export interface DataPlace {
  readonly source: number;
  /** Unix milliseconds of the source's order; null: none. */
  readonly at: number | null;
  readonly id: string;
}

export interface PersonalDocument {
  readonly kind: PersonalDataKind;
  readonly document: Document;
  readonly place: DataPlace;
}

export type PersonalDataRepository = ReturnType<typeof createPersonalDataRepository>;

export function createPersonalDataRepository(db: Db) {
  const readers = sources.map(({ declaration }) => listReader<Document>(db, declaration));

  async function readSource(index: number, person: DataSubject, after: DataPlace | null, limit: number) {
    const [source, reader] = [sources[index], readers[index]];
    const filter = source?.filter(person);
    if (!source || !reader || !filter) return [];
    const { kind, order = newest, projection = {} } = source;
    const page = { test: {}, order, after: after && storedPlace(after), projection, rows: limit, documents: limit };
    const byId = after ? { $and: [filter, { _id: { $gt: after.id } }] } : filter;
    const found =
      order.field === '_id'
        ? await reader.find({ filter: byId, sort: { _id: 1 }, limit, projection })
        : (await scan(reader, { ...page, filter })).rows;
    return found.map((document): PersonalDocument => ({ kind, document, place: placeOf(document, index, order) }));
  }

  return {
    /** Whether anything is stored under the uid, be it registered or not. */
    async hasAny(uid: string): Promise<boolean> {
      const person = { uid, email: null };
      for (const [index, { kind }] of sources.entries())
        if (!ofNobody.has(kind) && (await readSource(index, person, null, 1)).length > 0) return true;
      return false;
    },
    /** Reads one source after another. */
    async readAfter(person: DataSubject, after: DataPlace | null, limit: number): Promise<PersonalDocument[]> {
      const found: PersonalDocument[] = [];
      for (let index = after?.source ?? 0; index < sources.length && found.length < limit; index += 1) {
        const start = after?.source === index ? after : null;
        found.push(...(await readSource(index, person, start, limit - found.length)));
      }
      return found;
    },
  };
}

function placeOf(document: Document, source: number, { field }: SortOrder): DataPlace {
  const value: unknown = document[field];
  return { source, at: value instanceof Date ? value.getTime() : null, id: String(document['_id']) };
}

function storedPlace({ at, id }: DataPlace) {
  return { key: at === null ? null : new Date(at), id: /^[\da-f]{24}$/.test(id) ? new ObjectId(id) : id };
}
