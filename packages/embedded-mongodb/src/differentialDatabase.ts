import { randomBytes } from 'node:crypto';
import { EJSON } from 'bson';
import { MongoClient, MongoServerError, type Collection, type Document } from 'mongodb';
import type { DifferentialCase } from './differentialCases';

export interface DifferentialResult {
  /** The error code; null on success. */
  readonly error: number | null;
  /** The documents found, or stored after the update, as EJSON with types; empty if the whole command failed. */
  readonly documents: string;
}

export interface DifferentialDatabase {
  readonly answer: (question: DifferentialCase) => Promise<DifferentialResult>;
  readonly close: () => Promise<void>;
}

/** Without promotion, so that results distinguish int, long and double. */
const exact = { promoteValues: false, bsonRegExp: true } as const;

export async function openDifferentialDatabase(uri: string): Promise<DifferentialDatabase> {
  const client = await new MongoClient(uri, exact).connect();
  const db = client.db(`kiosk_test_differential_${randomBytes(6).toString('hex')}`);
  const collection = db.collection('documents');
  let stored = '';
  const store = async (documents: readonly Document[]): Promise<void> => {
    const wanted = exactText(documents);
    if (wanted === stored) return;
    await collection.deleteMany({});
    await collection.insertMany(documents as never[]);
    stored = wanted;
  };
  return {
    async answer({ documents, operation }) {
      await store(documents);
      try {
        if (operation.kind === 'update') {
          stored = '';
          return await update(collection, operation);
        }
        const { filter, sort, projection } = operation;
        const found = await collection.find(filter, { sort: sort as never, projection }).toArray();
        return { error: null, documents: exactText(found) };
      } catch (error) {
        if (error instanceof MongoServerError) return { error: Number(error.code), documents: '' };
        throw error;
      }
    },
    async close() {
      await db.dropDatabase();
      await client.close();
    },
  };
}

function exactText(documents: readonly Document[]): string {
  return EJSON.stringify(documents, { relaxed: false });
}

/** The counts of the update and all documents stored after it; server-generated _ids are replaced by a placeholder. */
async function update(
  collection: Collection,
  { filter, update, options }: Extract<DifferentialCase['operation'], { kind: 'update' }>,
): Promise<DifferentialResult> {
  const command = { update: collection.collectionName, updates: [{ q: filter, u: update, ...options }] };
  const reply = await collection.db.command(command, exact);
  const { n, nModified, writeErrors } = reply as { n: unknown; nModified: unknown; writeErrors?: { code: unknown }[] };
  const stored = await collection.find({}, { sort: { _id: 1 } }).toArray();
  const readable = stored.map(({ _id, ...fields }) => ({ _id: String(_id).length === 24 ? 'made' : _id, ...fields }));
  const [failure] = writeErrors ?? [];
  return {
    error: failure ? Number(failure.code) : null,
    documents: exactText([{ n: Number(n), nModified: Number(nModified) }, ...readable]),
  };
}
