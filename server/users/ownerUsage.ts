import type { Document } from 'mongodb';
import { withTombstones, type Tombstone } from './deletedUsers.repository';
import type { ReadPipeline } from '../database/batchReader';
import { batched } from '../database/batched';

/** The owner and the limit of the count. */
interface UsageRequest {
  readonly ownerUid: string;
  readonly limit: number;
}

interface OwnerUsage {
  readonly count: number;
  readonly isDeleted: boolean;
}

/** A row of the pipeline's result. */
type OwnerPart = { readonly _id: number; readonly count: number } | Tombstone;

const countPipeline = ({ ownerUid, limit }: UsageRequest, place: number): Document[] => [
  { $match: { ownerUid } },
  { $limit: limit },
  { $group: { _id: place, count: { $sum: 1 } } },
];

/** A user's number of records in a collection, up to the limit, and whether the account was deleted by then. */
export function ownerUsageReader(
  readPipeline: ReadPipeline,
  coll: string,
): (request: UsageRequest) => Promise<OwnerUsage> {
  return batched(async (requests: readonly UsageRequest[]) => {
    const [first = [], ...others] = requests.map(countPipeline);
    const united = others.map((pipeline) => ({ $unionWith: { coll, pipeline } }));
    const tombstones = withTombstones(requests.map(({ ownerUid }) => ownerUid));
    const found = await readPipeline<OwnerPart>([...first, ...united, tombstones], 2 * requests.length);
    const counts = new Map<number, number>();
    const deleted = new Set<string>();
    for (const part of found) {
      if ('isDeleted' in part) deleted.add(part._id);
      else counts.set(part._id, part.count);
    }
    return requests.map(({ ownerUid }, place) => ({ count: counts.get(place) ?? 0, isDeleted: deleted.has(ownerUid) }));
  });
}
