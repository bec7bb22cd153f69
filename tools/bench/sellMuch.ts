import { MongoClient, ObjectId } from 'mongodb';
import { longRunningOptions } from '../../server/database/clientOptions';
import { databaseNameOf } from '../../server/database/databaseUri';
import { buildOrder } from '../../server/testing/buildOrder';
import { graphql } from '../../server/testing/shopClient';
import type { BenchShop } from './startBenchShop';

const createProduct = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }';
const batch = 1_000;

/** A product of the first person and so many orders of it; returns the person's token. */
export async function sellMuch({ url, uri, people }: BenchShop, orders: number): Promise<string> {
  const token = people[0]?.idToken ?? '';
  const input = { name: 'A product that sells', price: 5 };
  const made = await graphql<{ createProduct: { product: { id: string } } }>(url, token, createProduct, { input });
  const productId = ObjectId.createFromHexString(made.createProduct.product.id);
  const client = await new MongoClient(uri, longRunningOptions).connect();
  try {
    const stored = client.db(databaseNameOf(uri)).collection<{ _id: string }>('orders');
    for (let from = 0; from < orders; from += batch)
      await stored.insertMany(
        Array.from({ length: Math.min(batch, orders - from) }, (_, index) => {
          const { lines, ...order } = buildOrder({ lines: [[500, 1]] }, { _id: `K-SOLD-${from + index}` });
          // Of a buyer's checkout there is one order.
          const checkout = `sold-${from + index}`;
          return { ...order, checkout, lines: lines.map((line) => ({ ...line, productId })) };
        }),
      );
  } finally {
    await client.close();
  }
  return token;
}
