import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum age of a signature. */
const maxAgeSeconds = 300;

const macOf = (secret: string, seconds: number, body: Buffer) =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();

/** `t=SECONDS,v1=HEX` as in Stripe: HMAC-SHA-256 of the time and the raw body, one per active secret. */
export function signatureOf(body: Buffer, secrets: readonly string[], now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  return [`t=${seconds}`, ...secrets.map((secret) => `v1=${macOf(secret, seconds, body).toString('hex')}`)].join(',');
}

/** Whether this secret has signed it recently. */
export function isSigned(body: Buffer, secret: string, signature: unknown, now: Date): boolean {
  if (typeof signature !== 'string') return false;
  const [, seconds = '', hex = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  const age = Math.abs(now.getTime() / 1_000 - Number(seconds));
  if (hex === '' || age > maxAgeSeconds) return false;
  return timingSafeEqual(macOf(secret, Number(seconds), body), Buffer.from(hex, 'hex'));
}
