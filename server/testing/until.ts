import { setTimeout as delay } from 'node:timers/promises';

/**
 * Polls until the result is neither null nor false, and resolves to it. Rejects with `what` after so many milliseconds.
 */
export async function until<T>(what: string, ask: () => Promise<T | null | false>, withinMs = 30_000): Promise<T> {
  for (const end = performance.now() + withinMs; performance.now() < end; await delay(100)) {
    const found = await ask();
    if (found !== null && found !== false) return found;
  }
  throw new Error(`not within ${withinMs / 1_000} s: ${what}`);
}
