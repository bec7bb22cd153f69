import type { Collection, Document, Filter, UpdateFilter, WithId } from 'mongodb';
import { setUpdatedAt } from './changeTime';

interface Versioned extends Document {
  readonly _id: string;
  readonly version: number;
}

interface VersionedChange<Stored> {
  readonly also?: Filter<Stored>;
  readonly dated?: boolean;
  readonly push?: { readonly $push?: Document };
}

/**
 * Compare-and-set on the version; returns the document as stored. null: it has another version, or does not match
 * `also`. `dated`: the database sets the time of change. `push`: appended by the same write.
 */
export const changeVersion = <Stored extends Versioned>(
  collection: Collection<Stored>,
  { _id, version }: Pick<Stored, '_id' | 'version'>,
  change: Partial<Omit<Stored, '_id' | 'version'>>,
  { also, dated, push }: VersionedChange<Stored> = {},
): Promise<WithId<Stored> | null> =>
  collection.findOneAndUpdate(
    { _id, version, ...also } as Filter<Stored>,
    {
      $set: { ...change, version: version + 1 },
      ...(dated && setUpdatedAt),
      ...push,
    } as unknown as UpdateFilter<Stored>,
    { returnDocument: 'after' },
  );
