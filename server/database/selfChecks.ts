import { MongoWriteConcernError, type Db, type MongoClient } from 'mongodb';
import { requestOptions } from './clientOptions';

/** The database, or the way to it, lacks what the shop relies on; only an operator can decide what to do about it. */
export class SelfCheckError extends Error {}

type Options = MongoClient['options'];

/** What a connection string could take away: an acknowledged write would be lost, a read be old, or a request hang. */
const required: readonly [name: string, wanted: unknown, found: (options: Options) => unknown][] = [
  ['w', 'majority', ({ writeConcern }) => writeConcern?.w],
  ['journal', true, ({ writeConcern }) => writeConcern?.journal],
  ['readPreference', 'primary', ({ readPreference }) => readPreference.mode],
  ['retryWrites', true, ({ retryWrites }) => retryWrites],
  ['retryReads', true, ({ retryReads }) => retryReads],
  ...(['serverSelectionTimeoutMS', 'connectTimeoutMS', 'socketTimeoutMS', 'waitQueueTimeoutMS'] as const).map(
    (name): (typeof required)[number] => [name, requestOptions[name], (options) => options[name]],
  ),
];

export function checkOptions({ options }: Pick<MongoClient, 'options'>): void {
  for (const [name, wanted, found] of required) {
    if (found(options) === wanted) continue;
    throw new SelfCheckError(
      `MONGODB_URI or the program sets ${name} to ${String(found(options))}, but the shop needs ${String(wanted)}.`,
    );
  }
}

/** A write to a server that cannot promise a majority would be acknowledged and then lost. */
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
