import { MongoWriteConcernError, type Db, type MongoClient } from 'mongodb';
import { requestOptions } from './clientOptions';

/** The database or its connection string lacks a required guarantee; only an operator can decide what to do. */
export class SelfCheckError extends Error {}

type Options = MongoClient['options'];

const timeLimits = ['serverSelectionTimeoutMS', 'connectTimeoutMS', 'socketTimeoutMS', 'waitQueueTimeoutMS'] as const;

/** Options that would weaken guarantees: acknowledged writes could be lost, reads stale, or requests hang. */
export function checkOptions(
  { options }: Pick<MongoClient, 'options'>,
  expected: Pick<Options, (typeof timeLimits)[number]> = requestOptions,
): void {
  const required: readonly (readonly [name: string, wanted: unknown, found: unknown])[] = [
    ['w', 'majority', options.writeConcern?.w],
    ['journal', true, options.writeConcern?.journal],
    ['readPreference', 'primary', options.readPreference.mode],
    ['retryWrites', true, options.retryWrites],
    ['retryReads', true, options.retryReads],
    ...timeLimits.map((name) => [name, expected[name], options[name]] as const),
  ];
  for (const [name, wanted, found] of required) {
    if (found === wanted) continue;
    throw new SelfCheckError(
      `MONGODB_URI or the program sets ${name} to ${String(found)}, but the shop needs ${String(wanted)}.`,
    );
  }
}

/** On a server without majority write concern, acknowledged writes could be lost. */
export async function checkMajorityWrites(db: Db): Promise<void> {
  try {
    await db
      .collection<{ _id: string }>('meta')
      .updateOne({ _id: 'majorityWrites' }, { $set: { checked: true } }, { upsert: true });
  } catch (error) {
    if (!(error instanceof MongoWriteConcernError)) throw error;
    throw new SelfCheckError(`The database does not confirm writes by a majority: ${error.message}`, { cause: error });
  }
}
