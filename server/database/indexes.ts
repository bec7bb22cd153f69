import {
  MongoServerError,
  type Collection,
  type CreateIndexesOptions,
  type Document,
  type IndexSpecification,
} from 'mongodb';
import { SelfCheckError } from './selfChecks';

/** An index that a repository depends on. `reason` names the query or rule that needs it. */
export interface IndexDeclaration {
  readonly name: string;
  readonly keys: Record<string, 1 | -1>;
  readonly reason: string;
  readonly options?: Pick<CreateIndexesOptions, 'unique' | 'partialFilterExpression' | 'expireAfterSeconds'>;
}

/** A collection with the indexes that its repository declares. */
export interface CollectionDeclaration {
  readonly collection: string;
  readonly indexes: readonly IndexDeclaration[];
}

/** A TTL index on the field. */
export const expiryIndex = (field: string, reason: string): IndexDeclaration => ({
  name: 'expiry',
  keys: { [field]: 1 },
  options: { expireAfterSeconds: 0 },
  reason,
});

/** An index of the database differs from its declaration; only an operator can decide what to do. */
export class IndexMismatchError extends Error {
  constructor(collection: string, declared: IndexDeclaration, found: Document) {
    const shape = JSON.stringify({ keys: declared.keys, ...declared.options });
    super(
      `The index '${declared.name}' of '${collection}' is ${JSON.stringify(found)} but must be ${shape}. Drop it and start again.`,
    );
    this.name = 'IndexMismatchError';
  }
}

/**
 * Creates missing indexes and rejects existing ones of another shape. Created indexes are read back, because every
 * uniqueness rule under concurrency depends on them.
 */
export async function checkIndexes(collection: Collection, declared: readonly IndexDeclaration[]): Promise<void> {
  const existing = await existingIndexes(collection);
  refuseOthers(collection, declared, existing);
  const isNew = existing.size === 0 && (await createTogether(collection, declared));
  for (const { keys, name, options } of isNew ? [] : declared.filter(({ name }) => !existing.has(name))) {
    try {
      await collection.createIndex(keys as IndexSpecification, { name, ...options });
    } catch (error) {
      if (!(error instanceof MongoServerError)) throw error;
      const reason = `The index '${name}' of '${collection.collectionName}' cannot be built: ${error.message}`;
      throw new SelfCheckError(reason, { cause: error });
    }
  }
  if (declared.length === 0) return;
  const after = await existingIndexes(collection);
  refuseOthers(collection, declared, after);
  // Users and idempotency records rely on a unique _id: a view, for one, would accept duplicates.
  for (const name of ['_id_', ...declared.map((index) => index.name)]) {
    if (!after.has(name)) throw new SelfCheckError(`'${collection.collectionName}' has no index '${name}'.`);
  }
}

/** All indexes of a new collection in one call; false if the server refuses: then they are created one by one. */
async function createTogether(collection: Collection, declared: readonly IndexDeclaration[]): Promise<boolean> {
  if (declared.length === 0) return true;
  try {
    await collection.createIndexes(declared.map(({ keys, name, options }) => ({ key: keys, name, ...options })));
    return true;
  } catch (error) {
    if (error instanceof MongoServerError) return false;
    throw error;
  }
}

function refuseOthers(
  { collectionName }: Collection,
  declared: readonly IndexDeclaration[],
  existing: ReadonlyMap<string, Document>,
): void {
  for (const index of declared) {
    const found = existing.get(index.name);
    if (found && !sameIndex(index, found)) throw new IndexMismatchError(collectionName, index, shapeOf(found));
  }
}

async function existingIndexes(collection: Collection): Promise<Map<string, Document>> {
  try {
    const indexes = await collection.listIndexes().toArray();
    return new Map(indexes.map((index) => [String(index.name), index]));
  } catch (error) {
    // NamespaceNotFound: the first index creates the collection.
    if (error instanceof Error && 'code' in error && error.code === 26) return new Map();
    throw error;
  }
}

function shapeOf(index: Document): Document {
  const { key, unique, partialFilterExpression, expireAfterSeconds } = index;
  return {
    keys: Object.fromEntries(Object.entries(key as Document).map(([field, direction]) => [field, Number(direction)])),
    ...(unique && { unique: true }),
    ...(partialFilterExpression && { partialFilterExpression }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds: Number(expireAfterSeconds) }),
  };
}

function sameIndex(declared: IndexDeclaration, found: Document): boolean {
  return JSON.stringify(shapeOf(found)) === JSON.stringify(shapeOf({ key: declared.keys, ...declared.options }));
}
