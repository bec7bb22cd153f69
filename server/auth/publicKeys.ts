import { IdentityUnavailableError } from '../errors';
import { unobserved, type ObserveCall } from '../telemetry/observeCall';

const keysUrl = 'https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com';
const timeoutMs = 1_500;
const retryMs = 2_000;
/** How long expired keys are used while Google does not answer. */
const staleLimitMs = 24 * 3_600_000;

type Keys = Readonly<Record<string, string>>;

/**
 * Google's signing certificates. firebase-admin drops its copy on expiry and reports an unreachable key server as an
 * invalid token, so that an outage would sign everyone out; these keys stay usable for a while, and having none counts
 * as an outage.
 */
export class PublicKeys {
  private readonly clock: () => number;
  private readonly watch: ObserveCall;
  private keys: Keys | null = null;
  private expiresAt = 0;
  private nextTryAt = 0;
  private refreshing: Promise<void> | null = null;

  constructor(clock: () => number, watch: ObserveCall = unobserved) {
    this.clock = clock;
    this.watch = watch;
  }

  /** The name is firebase-admin's, which calls it. */
  async fetchPublicKeys(): Promise<Keys> {
    const now = this.clock();
    if (this.keys && now < this.expiresAt) return this.keys;
    const failedBefore = this.nextTryAt > this.expiresAt;
    if (now >= this.nextTryAt || this.refreshing) {
      const refreshed = this.refresh();
      // While the key server is known to be down, callers do not wait for it as long as there are keys.
      if (!(this.keys && failedBefore)) await refreshed;
    }
    if (!this.keys || this.clock() > this.expiresAt + staleLimitMs) throw new IdentityUnavailableError();
    return this.keys;
  }

  private refresh(): Promise<void> {
    this.refreshing ??= this.download().finally(() => (this.refreshing = null));
    return this.refreshing;
  }

  private async download(): Promise<void> {
    try {
      const { keys, maxAgeMs } = await this.watch('fetchKeys', fetchKeys);
      this.keys = keys;
      this.expiresAt = this.clock() + maxAgeMs;
      this.nextTryAt = 0;
    } catch {
      this.nextTryAt = this.clock() + retryMs;
    }
  }
}

async function fetchKeys(): Promise<{ readonly keys: Keys; readonly maxAgeMs: number }> {
  const answer = await fetch(keysUrl, { signal: AbortSignal.timeout(timeoutMs) });
  const keys: unknown = answer.ok ? await answer.json() : null;
  if (!areCertificates(keys)) throw new Error('not certificates');
  return { keys, maxAgeMs: maxAgeMsOf(answer.headers.get('cache-control')) };
}

function areCertificates(value: unknown): value is Keys {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const certificates = Object.values(value);
  return (
    certificates.length > 0 &&
    certificates.every((text) => typeof text === 'string' && text.startsWith('-----BEGIN CERTIFICATE-----'))
  );
}

function maxAgeMsOf(cacheControl: string | null): number {
  const seconds = /max-age=(\d{1,9})/.exec(cacheControl ?? '')?.[1];
  return Number(seconds ?? 300) * 1000;
}
