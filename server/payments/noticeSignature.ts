import { createHmac, timingSafeEqual } from 'node:crypto';

/** How old a signed notice may be. */
const maxAgeSeconds = 300;

const macOf = (secret: string, seconds: number, body: Buffer) =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();

/** `t=SECONDS,v1=HEX`: HMAC-SHA-256 of the time and the very bytes of the body, as Stripe signs its notices. */
export function signNotice(secret: string, body: Buffer, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  return `t=${seconds},v1=${macOf(secret, seconds, body).toString('hex')}`;
}

export function isSignedNotice(secret: string, body: Buffer, signature: unknown, now: Date): boolean {
  if (typeof signature !== 'string') return false;
  const [, seconds = '', hex = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  const age = Math.abs(now.getTime() / 1_000 - Number(seconds));
  if (hex === '' || age > maxAgeSeconds) return false;
  return timingSafeEqual(macOf(secret, Number(seconds), body), Buffer.from(hex, 'hex'));
}
