import { join } from 'node:path';
import { MongoClient, type Db } from 'mongodb';
import type { AuditEntryDocument, AuditKind } from '../audit/audit.repository';
import { databaseNameOf, databaseUri } from '../database/databaseUri';
import { startDatabaseAt } from './databaseAt';
import type { RunningShop } from './runningShop';
import { graphql } from './shopClient';

/** The acknowledged writes of an admin on one product, in order. */
export interface AdminLedger {
  readonly name: string;
  readonly answered: string[];
}

const create = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }';
const update = 'mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { product { id } } }';
const remove = 'mutation ($input: DeleteStoreItemInput!) { deleteStoreItem(input: $input) { storeItem { id } } }';

/**
 * An admin creates, changes and deletes one product after another, until the kill interrupts the last of the writes.
 */
export async function administerUntilKilled(
  { url }: RunningShop,
  idToken: string,
  name: string,
  ledgers: AdminLedger[],
  gone: () => boolean,
): Promise<void> {
  for (let number = 0; ; number += 1) {
    const ledger: AdminLedger = { name: `${name}-${number}`, answered: [] };
    ledgers.push(ledger);
    try {
      const made = await graphql<{ createProduct: { product: { id: string } } }>(url, idToken, create, {
        input: { name: ledger.name, price: 5 },
      });
      ledger.answered.push('CREATE_PRODUCT');
      const { id } = made.createProduct.product;
      await graphql(url, idToken, update, { input: { id, version: 1, price: 6 } });
      ledger.answered.push('UPDATE_PRODUCT');
      await graphql(url, idToken, remove, { input: { id } });
      ledger.answered.push('DELETE_STORE_ITEM');
    } catch (error) {
      if (gone()) return;
      throw error;
    }
  }
}

async function withDatabase<T>(uri: string, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await new MongoClient(uri).connect();
  try {
    return await work(client.db(databaseNameOf(uri)));
  } finally {
    await client.close();
  }
}

/** Runs the work while at least one write is between its intent and its completion. */
export async function betweenIntentAndCompletion(dataDir: string, work: () => Promise<void>): Promise<void> {
  await withDatabase(databaseUri({ mongodbUri: null, dataDir }), async (db) => {
    const entries = db.collection('auditEntries');
    let open;
    do open = await entries.findOne({ outcome: 'PENDING' });
    while (open === null);
    await work();
  });
}

/**
 * For a stopped shop: backdates its open audit entries beyond the minute in which their changes could still be under
 * way in another process. Resolves to their number.
 */
export async function leaveBehind(dataDir: string): Promise<number> {
  const mongo = await startDatabaseAt(0, join(dataDir, 'mongodb'));
  try {
    return await withDatabase(mongo.uri, async (db) => {
      const startedAt = new Date(Date.now() - 120_000);
      const entries = db.collection('auditEntries');
      return (await entries.updateMany({ outcome: 'PENDING' }, { $set: { startedAt } })).modifiedCount;
    });
  } finally {
    await mongo.stop();
  }
}

/** The version of a product after the operation; none once it is deleted. */
const versionAfter: Partial<Record<AuditKind, number>> = { CREATE_PRODUCT: 1, UPDATE_PRODUCT: 2 };

/**
 * For a running shop: expects every acknowledged write in the audit log, no open entry, and a log that matches the
 * catalogue.
 */
export async function expectLogged(dataDir: string, ledgers: readonly AdminLedger[]): Promise<void> {
  await withDatabase(databaseUri({ mongodbUri: null, dataDir }), async (db) => {
    const names = { $in: ledgers.map(({ name }) => name) };
    const entries = await db
      .collection<AuditEntryDocument>('auditEntries')
      .find({ subject: names }, { sort: { _id: 1 } })
      .toArray();
    const products = await db.collection('products').find({ name: names }).toArray();
    expect(entries.filter(({ outcome }) => outcome === 'PENDING')).toEqual([]);
    for (const { name, answered } of ledgers) {
      const done = entries.filter(({ subject, outcome }) => subject === name && outcome === 'DONE');
      const kinds = done.map(({ kind }) => kind);
      expect(kinds).toEqual(expect.arrayContaining(answered));
      const last = kinds.at(-1);
      const product = products.find((each) => each['name'] === name);
      expect([name, product?.['version']]).toEqual([name, last && versionAfter[last]]);
    }
  });
}
