import { createHash, createHmac } from 'node:crypto';
import type { EndpointSecret } from './webhookEndpoints.repository';

/** What secrets are derived from. */
export interface SecretSource {
  /** From WEBHOOKS_KEY, current one first; empty: the shop's own key in the database is used. */
  readonly keys: readonly string[];
  readonly shopMac: (text: string) => Promise<string>;
}

/**
 * Secrets are not stored but derived from a key and their id. Returns the candidates of all keys: more than one only
 * while WEBHOOKS_KEY is rotated.
 */
async function candidates({ keys, shopMac }: SecretSource, endpointId: string, id: string): Promise<string[]> {
  const text = `webhook secret\n${endpointId}\n${id}`;
  const made =
    keys.length === 0
      ? [await shopMac(text)]
      : keys.map((key) => createHmac('sha256', key).update(text).digest('base64url'));
  return made.map((mac) => `whsec_${mac}`);
}

/** Identifies the secret without revealing it. */
export const secretFingerprint = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex').slice(0, 16);

export async function newSecret(source: SecretSource, endpointId: string, id: string): Promise<string> {
  const [secret = ''] = await candidates(source, endpointId, id);
  return secret;
}

/** The secrets that sign now, newest first. Those whose key was removed are dropped. */
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
