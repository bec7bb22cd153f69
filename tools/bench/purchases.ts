import { ObjectId } from 'mongodb';
import type { Repositories } from '../../server/collections/repositories';
import { newStock } from '../../server/stock/stock.repository';
import { graphql, type ClientAccount } from '../../server/testing/shopClient';
import { quantile } from './measure';

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly total: { readonly amount: number };
  readonly payment: { readonly id: string; readonly clientSecret: string } | null;
}

/** Milliseconds of one purchase. */
export interface Purchase {
  /** From the submission to the placed order. */
  readonly placed: number;
  /** The last call, which returns the placed order. */
  readonly lastCall: number;
}

const shown = 'checkout { id status total { amount } payment { id clientSecret } }';
const address = { fullName: 'A', streetLine1: 'B 1', city: 'Bonn', postalCode: '53111', countryCode: 'DE' };
const card = { number: '4242424242424242', expiry: '12/99', securityCode: '123' };
const plenty = 1_000_000;
const quarterHourMs = 900_000;

/** Starts counting a product with more pieces than are bought here. */
const count = ({ stock }: Repositories, id: ObjectId) => stock.create(newStock(id, plenty));

/** The slugs of so many products, whose stock is counted from now on. */
export async function countProducts(repositories: Repositories, limit: number): Promise<string[]> {
  const filter = { status: 'active', inStock: true } as const;
  const products = await repositories.products.list.find({ filter, sort: { createdAt: -1, _id: -1 }, limit });
  for (const { _id } of products) await count(repositories, _id);
  return products.map(({ slug }) => slug);
}

/** Buys one piece of the next product, by five calls and the provider's notice. */
export function purchasesAt(shopUrl: string, slugs: readonly string[]): (person: ClientAccount) => Promise<Purchase> {
  let bought = 0;
  const ask = async ({ idToken }: ClientAccount, name: string, input: object): Promise<Shown> => {
    const query = `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${shown} } }`;
    const data = await graphql<Record<string, { checkout: Shown } | undefined>>(shopUrl, idToken, query, { input });
    return data[name]?.checkout as Shown;
  };
  return async (person) => {
    bought += 1;
    const { id } = await ask(person, 'startCheckout', { slug: slugs[bought % slugs.length] });
    const { total } = await ask(person, 'updateCheckout', { id, email: person.email, shippingAddress: address });
    const begun = performance.now();
    const { payment } = await ask(person, 'submitCheckout', { id, expectedTotal: total.amount });
    await fetch(`${shopUrl}/api/test-payments/${payment?.id ?? ''}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...card, clientSecret: payment?.clientSecret }),
    });
    const last = performance.now();
    const { status } = await ask(person, 'confirmPayment', { id });
    if (status !== 'PLACED') throw new Error(`A purchase ended ${status}.`);
    return { placed: performance.now() - begun, lastCall: performance.now() - last };
  };
}

/** Holds of one product that concurrent buyers place and release in a second. */
export async function holdsPerSecond(repositories: Repositories, buyers: number, holds: number): Promise<number> {
  const id = new ObjectId();
  await count(repositories, id);
  let number = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: buyers }, async () => {
      while (number < holds) {
        const until = new Date(Date.now() + quarterHourMs);
        const hold = { checkout: `hot:${(number += 1)}`, quantity: 1, until };
        await repositories.stock.hold(id, hold);
        await repositories.stock.release(id, hold);
      }
    }),
  );
  return (1_000 * number) / (performance.now() - begun);
}

export function quantileOf(purchases: readonly Purchase[], part: keyof Purchase, share: number): number {
  return quantile(
    purchases.map((purchase) => purchase[part]).sort((a, b) => a - b),
    share,
  );
}
