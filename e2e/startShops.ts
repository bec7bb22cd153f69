import type { FullConfig } from '@playwright/test';
// @ts-expect-error -- a plain script without types
import { buildClient, clientIsBuilt } from '../tools/scripts/clientBuild.mjs';
import { startShop, type StartedShop } from './startShop';

const urls = () => (process.env.KIOSK_URL ?? '').split(' ');

/** Each worker has a shop of its own, so that two tests at once never meet in one catalogue or account. */
export const shopUrl = (worker: number): string => urls()[worker % urls().length] ?? '';

/** KIOSK_URL tests a shop that runs already. */
export default async function startShops({ workers }: FullConfig): Promise<() => Promise<void>> {
  if (process.env.KIOSK_URL) return async () => undefined;
  // Before the shops, which would each build it.
  if (!clientIsBuilt()) await buildClient();
  const starting = await Promise.allSettled(Array.from({ length: workers }, () => startShop()));
  const shops = starting.filter((each): each is PromiseFulfilledResult<StartedShop> => each.status === 'fulfilled');
  const stop = async () => {
    await Promise.all(shops.map(({ value }) => value.stop()));
  };
  const failed = starting.find((each): each is PromiseRejectedResult => each.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  process.env.KIOSK_URL = shops.map(({ value }) => value.url).join(' ');
  return stop;
}
