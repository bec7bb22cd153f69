import { timingSafeEqual } from 'node:crypto';

/** Takes as long wherever they differ; only their lengths show. */
export function isSameSecret(one: string, other: string): boolean {
  const [own, given] = [Buffer.from(one), Buffer.from(other)];
  return own.length === given.length && timingSafeEqual(own, given);
}
