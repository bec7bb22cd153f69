import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Credentials } from './credentials';

export const mechanismName = 'SCRAM-SHA-256';
/**
 * The minimum that drivers accept: a password of 256 random bits gains nothing from more, and each new connection waits
 * for it.
 */
const iterations = 4096;
const keyBytes = 32;
/** The salt length that MongoDB uses for this mechanism. */
const saltBytes = 28;

/** The GS2 header without channel binding and authorization identity; the final message repeats it in base64. */
const channelBindings: Readonly<Record<string, string>> = { 'n,,': 'biws', 'y,,': 'eSws' };
const firstMessagePattern = /^([ny],,)(n=([^,]+),r=([\x21-\x2b\x2d-\x7e]+))$/;
const lastMessagePattern = /^(c=([A-Za-z0-9+/=]+),r=([\x21-\x2b\x2d-\x7e]+)),p=([A-Za-z0-9+/]{43}=)$/;

const hmac = (key: Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const hash = (value: Uint8Array | string): Buffer => createHash('sha256').update(value).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(hash(one), hash(other));

/** The server's keys for its only user, with which it verifies the password (RFC 5802, section 3). */
export class ScramKeys {
  readonly user: string;
  readonly storedKey: Buffer;
  readonly serverKey: Buffer;
  private readonly salt = randomBytes(saltBytes);
  private readonly decoy = randomBytes(keyBytes);

  constructor({ user, password }: Credentials) {
    this.user = user;
    const salted = pbkdf2Sync(password, this.salt, iterations, keyBytes, 'sha256');
    this.storedKey = hash(hmac(salted, 'Client Key'));
    this.serverKey = hmac(salted, 'Server Key');
  }

  /** Every user name has a stable salt, so that salts do not reveal which user exists. */
  saltOf(user: string): Buffer {
    const decoy = hmac(this.decoy, user).subarray(0, saltBytes);
    return isSame(user, this.user) ? this.salt : decoy;
  }
}

/** One SCRAM conversation. Every invalid message yields null. */
export class ScramConversation {
  private constructor(
    private readonly keys: ScramKeys,
    private readonly isExistingUser: boolean,
    private readonly binding: string,
    private readonly nonce: string,
    private readonly authMessagePrefix: string,
    readonly firstReply: string,
  ) {}

  static begin(keys: ScramKeys, message: string): ScramConversation | null {
    const [, header = '', bare = '', user = '', clientNonce = ''] = firstMessagePattern.exec(message) ?? [];
    const binding = channelBindings[header];
    if (binding === undefined) return null;
    const nonce = clientNonce + randomBytes(24).toString('base64');
    const reply = `r=${nonce},s=${keys.saltOf(user).toString('base64')},i=${iterations}`;
    return new ScramConversation(keys, isSame(user, keys.user), binding, nonce, `${bare},${reply}`, reply);
  }

  /** The server signature, if the client's proof is valid. */
  finish(message: string): string | null {
    const [, withoutProof = '', binding = '', nonce = '', proof = ''] = lastMessagePattern.exec(message) ?? [];
    const signed = `${this.authMessagePrefix},${withoutProof}`;
    const signature = hmac(this.keys.storedKey, signed);
    const given = Buffer.from(proof, 'base64');
    const clientKey = signature.map((byte, at) => byte ^ (given[at] ?? 0));
    const isProven = timingSafeEqual(hash(clientKey), this.keys.storedKey);
    if (!isProven || !this.isExistingUser || binding !== this.binding || nonce !== this.nonce) return null;
    return `v=${hmac(this.keys.serverKey, signed).toString('base64')}`;
  }
}
