import { setTimeout as delay } from 'node:timers/promises';

const mostTries = 30;

/** Retries preparatory work while the shop is overloaded, as it may be after a large load. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries || !/^503 |fetch failed/.test(error instanceof Error ? error.message : '')) throw error;
      await delay(1_000);
    }
  }
}
