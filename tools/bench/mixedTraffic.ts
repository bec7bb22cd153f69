import { signIn } from '../../server/testing/shopClient';
import { repeating } from './measure';
import type { NextRequest } from './sendLoad';
import type { BenchShop } from './startBenchShop';
import { materialOf } from './startContenders';
import { repeatedRequests } from './workloads';

/** The normal rate of mixed requests a second, for two processors with the database on the same machine. */
export const normalRate = 200;
export const products = 1_000;

/** Enough people: one request in fifty is a write, and a store takes 500 entries. */
export const peopleFor = (requests: number) => Math.max(16, Math.ceil(requests / 50 / 400));

/** The mix W5, with tokens that are valid for the next hour. */
export async function mixOf(shop: BenchShop): Promise<NextRequest> {
  const material = await materialOf(shop, products);
  const idTokens: string[] = [];
  for (const { email, password } of shop.people)
    idTokens.push((await signIn(shop.identityUrl, email, password)).idToken);
  return repeating(repeatedRequests('W5', { ...material, idTokens }), shop.port);
}
