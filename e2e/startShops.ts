import type { FullConfig } from '@playwright/test';
// @ts-expect-error -- a plain script without types
import { buildClient, clientIsBuilt } from '../tools/scripts/clientBuild.mjs';
import { startShop, type StartedShop } from './startShop';

const urls = () => (process.env.KIOSK_URL ?? '').split(' ');

/** Each worker has its own shop, so that concurrent tests do not share a catalogue or accounts. */
export const shopUrl = (worker: number): string => urls()[worker % urls().length] ?? '';

/** With KIOSK_URL a running shop is tested. */
export default async function startShops({ workers }: FullConfig): Promise<() => Promise<void>> {
  if (process.env.KIOSK_URL) return async () => undefined;
  // Before the shops start, as each would build it.
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
