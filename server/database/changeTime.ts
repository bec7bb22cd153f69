import type { Collection, Db, Document, Filter, UpdateFilter } from 'mongodb';

/** When a record was last changed. */
export interface Dated {
  /** By the database's clock, which is one for all processes; missing: written by a program that does not know the field. */
  readonly updatedAt?: Date;
}

/** Has the database date a change at the moment at which it makes it: a process may have stood still since it decided. */
export const datedNow = { $currentDate: { updatedAt: true } } as const;

/** As insertOne, dated by the database. A key that is taken rejects as it does there. */
export async function insertDated<T extends Document & Dated>(collection: Collection<T>, document: T): Promise<void> {
  const { _id, ...fields } = document;
  // What only the database says.
  delete fields.updatedAt;
  // Matches nothing: a record that is there has the field, and the insertion meets its id.
  const filter = { _id, createdAt: { $exists: false } } as unknown as Filter<T>;
  const change = { $setOnInsert: fields, ...datedNow } as unknown as UpdateFilter<T>;
  await collection.updateOne(filter, change, { upsert: true });
}

/** Reads what the time is where changes are dated. */
export const databaseClock = (db: Db) => async (): Promise<Date> => {
  const { localTime } = (await db.command({ hello: 1 })) as { readonly localTime: Date };
  return localTime;
};

const batch = 1_000;

/** Dates what a program that does not know the field has written: whoever reads by it sees that, too. `filter`: an index's first keys. */
export async function dateUndated<T extends Document & Dated>(
  collection: Collection<T>,
  filter: Filter<T> = {},
): Promise<void> {
  const undated = { ...filter, updatedAt: null } as unknown as Filter<T>;
  for (;;) {
    const found = await collection.find(undated, { projection: { _id: 1 }, limit: batch }).toArray();
    const those = { ...undated, _id: { $in: found.map(({ _id }) => _id) } } as unknown as Filter<T>;
    if (found.length > 0) await collection.updateMany(those, datedNow as unknown as UpdateFilter<T>);
    if (found.length < batch) return;
  }
}
