import type { Collection, CreateIndexesOptions, Document, IndexSpecification } from 'mongodb';

/** An index a repository cannot work without. `reason` names the query or rule that needs it. */
export interface IndexDeclaration {
  readonly name: string;
  readonly keys: Record<string, 1 | -1>;
  readonly reason: string;
  readonly options?: Pick<CreateIndexesOptions, 'unique' | 'partialFilterExpression' | 'expireAfterSeconds'>;
}

/** A collection with the indexes its repository declares. */
export interface CollectionDeclaration {
  readonly collection: string;
  readonly indexes: readonly IndexDeclaration[];
}

/** An index of the database that differs from its declaration; only an operator can decide what to do about it. */
export class IndexMismatchError extends Error {
  constructor(collection: string, declared: IndexDeclaration, found: Document) {
    const shape = JSON.stringify({ keys: declared.keys, ...declared.options });
    super(
      `The index '${declared.name}' of '${collection}' is ${JSON.stringify(found)} but must be ${shape}. Drop it and start again.`,
    );
    this.name = 'IndexMismatchError';
  }
}

/** Creates the declared indexes that are missing and refuses those that are there in another shape. */
export async function checkIndexes(collection: Collection, declared: readonly IndexDeclaration[]): Promise<void> {
  const existing = await existingIndexes(collection);
  const missing = declared.filter(({ name }) => !existing.has(name));
  for (const index of declared) {
    const found = existing.get(index.name);
    if (found && !sameIndex(index, found))
      throw new IndexMismatchError(collection.collectionName, index, shapeOf(found));
  }
  for (const { keys, name, options } of missing) {
    await collection.createIndex(keys as IndexSpecification, { name, ...options });
  }
}

async function existingIndexes(collection: Collection): Promise<Map<string, Document>> {
  try {
    const indexes = await collection.listIndexes().toArray();
    return new Map(indexes.map((index) => [String(index.name), index]));
  } catch (error) {
    // NamespaceNotFound: the collection is made by its first index.
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
