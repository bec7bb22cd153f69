import { createHash, createHmac } from 'node:crypto';
import type { EndpointSecret } from './webhookEndpoints.repository';

/** Where secrets come from. */
export interface SecretSource {
  /** Of WEBHOOKS_KEY, the present one first; none: the shop's own key, which is in the database. */
  readonly keys: readonly string[];
  readonly shopMac: (text: string) => Promise<string>;
}

/**
 * A secret is not stored: it follows from a key and from its id. Answers every one that the keys make of it, which is one while nobody
 * changes WEBHOOKS_KEY.
 */
async function candidates({ keys, shopMac }: SecretSource, endpointId: string, id: string): Promise<string[]> {
  const text = `webhook secret\n${endpointId}\n${id}`;
  const made =
    keys.length === 0
      ? [await shopMac(text)]
      : keys.map((key) => createHmac('sha256', key).update(text).digest('base64url'));
  return made.map((mac) => `whsec_${mac}`);
}

/** Says nothing about the secret, and whether it is this one. */
export const secretFingerprint = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex').slice(0, 16);

export async function newSecret(source: SecretSource, endpointId: string, id: string): Promise<string> {
  const [secret = ''] = await candidates(source, endpointId, id);
  return secret;
}

/** Those that sign now, the newest first. One whose key is gone is none. */
export async function secretsInUse(
  source: SecretSource,
  endpoint: { readonly _id: string; readonly secrets: readonly EndpointSecret[] },
  now: Date,
): Promise<string[]> {
  const found: string[] = [];
  for (const { id, fingerprint, endsAt } of endpoint.secrets) {
    if (endsAt !== null && endsAt <= now) continue;
    const secret = (await candidates(source, endpoint._id, id)).find((each) => secretFingerprint(each) === fingerprint);
    if (secret !== undefined) found.push(secret);
  }
  return found;
}
