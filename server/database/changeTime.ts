import type { Collection, Db, Document, Filter, UpdateFilter } from 'mongodb';

/** When a record was last changed. */
export interface Dated {
  /** By the database's clock, which all processes share; missing: written by a version that does not know the field. */
  readonly updatedAt?: Date;
}

/** Lets the database date the change when it is made: the process may have been paused since it decided. */
export const setUpdatedAt = { $currentDate: { updatedAt: true } } as const;

/** As insertOne, dated by the database. A duplicate key rejects alike. */
export async function insertDated<T extends Document & Dated>(collection: Collection<T>, document: T): Promise<void> {
  const { _id, ...fields } = document;
  // Only the database sets this field.
  delete fields.updatedAt;
  // Never matches: an existing record has the field, so the upsert fails with a duplicate id.
  const filter = { _id, createdAt: { $exists: false } } as unknown as Filter<T>;
  const change = { $setOnInsert: fields, ...setUpdatedAt } as unknown as UpdateFilter<T>;
  await collection.updateOne(filter, change, { upsert: true });
}

/** The clock that dates changes. */
export const databaseClock = (db: Db) => async (): Promise<Date> => {
  const { localTime } = (await db.command({ hello: 1 })) as { readonly localTime: Date };
  return localTime;
};

const batchSize = 1_000;

/** Dates records written by a version without the field, for reads by date. `filter`: leading keys of an index. */
export async function dateUndated<T extends Document & Dated>(
  collection: Collection<T>,
  filter: Filter<T> = {},
): Promise<void> {
  const undated = { ...filter, updatedAt: null } as unknown as Filter<T>;
  for (;;) {
    const found = await collection.find(undated, { projection: { _id: 1 }, limit: batchSize }).toArray();
    const those = { ...undated, _id: { $in: found.map(({ _id }) => _id) } } as unknown as Filter<T>;
    if (found.length > 0) await collection.updateMany(those, setUpdatedAt as unknown as UpdateFilter<T>);
    if (found.length < batchSize) return;
  }
}
