import { setTimeout as delay } from 'node:timers/promises';
import type { Collection } from 'mongodb';
import type { TestServer } from './startTestServer';

/** The answers to the writers. */
export interface WriteLedger {
  readonly acknowledged: string[];
  /** Sent once and not answered, or refused: it may have happened at most once. */
  readonly unknown: string[];
  /** Answers of the shop that no outage explains. */
  readonly wrong: string[];
}

export const emptyLedger = (): WriteLedger => ({ acknowledged: [], unknown: [], wrong: [] });

/** The commands that these writers cause. */
export const writeCommands = ['insert', 'update', 'findAndModify'];

export interface NameDocument {
  _id: string;
  names: string[];
}

const namesPerDocument = 100;

/** Appends one name after another, each sent once by the program: a retry by the driver must not repeat the write. */
export async function appendNames(
  collection: Collection<NameDocument>,
  writer: string,
  ledger: WriteLedger,
  isOver: () => boolean,
): Promise<void> {
  for (let number = 0; !isOver(); number += 1) {
    const name = `${writer}-${number}`;
    const _id = `${writer}-${Math.floor(number / namesPerDocument)}`;
    try {
      await collection.updateOne({ _id }, { $push: { names: name } }, { upsert: true });
      ledger.acknowledged.push(name);
    } catch {
      ledger.unknown.push(name);
    }
  }
}

/** Acknowledged writes that are missing, and writes that exist more than once. */
export async function auditNames(
  collection: Collection<NameDocument>,
  { acknowledged }: WriteLedger,
): Promise<{ lost: string[]; doubled: string[] }> {
  const stored = (await collection.find().toArray()).flatMap(({ names }) => names);
  return compare(stored, acknowledged);
}

function compare(stored: readonly string[], acknowledged: readonly string[]) {
  const [known, doubled] = [new Set<string>(), new Set<string>()];
  for (const name of stored) (known.has(name) ? doubled : known).add(name);
  return { lost: acknowledged.filter((name) => !known.has(name)), doubled: [...doubled] };
}

const createProduct = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { slug } } }';
const pauseMs = 50;

/** Creates products like a client that retries: the same product under the same key until it exists. */
export async function createProducts(
  server: Pick<TestServer, 'graphql'>,
  { writer, token }: { writer: string; token: string | undefined },
  ledger: WriteLedger,
  isOver: () => boolean,
): Promise<void> {
  for (let number = 0; !isOver(); number += 1) {
    const name = `${writer}-${number}`;
    const options = { token, headers: { 'idempotency-key': name } };
    for (;;) {
      const answer = await server.graphql(createProduct, { input: { name, price: 5 } }, options);
      if (answer.status === 200 && !answer.text.includes('"errors"')) break;
      // 409: an earlier request with this key is still in progress.
      if (answer.status !== 503 && answer.status !== 409) {
        ledger.wrong.push(`${name}: ${answer.status} ${answer.text}`);
        return;
      }
      // Requests under way at the end are not awaited.
      if (isOver()) return;
      await delay(pauseMs);
    }
    ledger.acknowledged.push(name);
  }
}

/** The same for created products. */
export async function auditProducts(
  { db }: Pick<TestServer, 'db'>,
  { acknowledged }: WriteLedger,
): Promise<{ lost: string[]; doubled: string[] }> {
  const stored = await db.collection<{ name: string }>('products').find().toArray();
  return compare(
    stored.map(({ name }) => name),
    acknowledged,
  );
}

/** Resolves after so many more acknowledged writes. */
export async function moreAcknowledged(ledgers: readonly WriteLedger[], more: number): Promise<void> {
  const count = () => ledgers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const wanted = count() + more;
  while (count() < wanted) {
    const wrong = ledgers.flatMap((ledger) => ledger.wrong);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    await delay(5);
  }
}
