import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The prefix by which secret scanners recognize a key (docs/api-keys.md). */
const start = 'kiosk_live_';
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 279 bits: more than 256 remain with the last four characters shown. */
const secretLength = 47;
const checksumLength = 6;
/** Includes truncated keys and those in URLs. */
const everyKey = /kiosk(?:_|%5f)live(?:_|%5f)[0-9a-z]{16,}/gi;

/** Prefix of an API key's uid in records of who did something; no account has such a uid. */
const uidStart = 'apiKey:';
export const apiKeyUid = (id: string): string => uidStart + id;
export const isApiKeyUid = (uid: string): boolean => uid.startsWith(uidStart);
/** null: not the uid of an API key. */
export const apiKeyIdIn = (uid: string): string | null => (isApiKeyUid(uid) ? uid.slice(uidStart.length) : null);

export function newApiKeyText(): string {
  const secret = Array.from({ length: secretLength }, () => digits[randomInt(digits.length)]).join('');
  return `${start}${secret}${checksumOf(secret)}`;
}

/** The stored digest. The key has more random bits than the digest, so a slow hash would add nothing. */
export const digestOfApiKey = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Whether it has a key's prefix; it may still be invalid. */
export const looksLikeApiKey = (token: string): boolean => token.startsWith(start);

/** Checks form and checksum, so that mistyped or invented keys need no lookup. */
export function isWellFormedApiKey(text: string): boolean {
  if (!looksLikeApiKey(text) || text.length !== start.length + secretLength + checksumLength) return false;
  const secret = text.slice(start.length, -checksumLength);
  return /^[0-9A-Za-z]+$/.test(secret) && text.endsWith(checksumOf(secret));
}

function checksumOf(secret: string): string {
  let rest = crc32(secret);
  let written = '';
  for (let place = 0; place < checksumLength; place += 1) {
    written = (digits[rest % digits.length] ?? '') + written;
    rest = Math.floor(rest / digits.length);
  }
  return written;
}

export const holdsApiKey = (text: string): boolean => text.search(everyKey) >= 0;

export const withoutApiKeys = (text: string): string =>
  holdsApiKey(text) ? text.replace(everyKey, '[API key]') : text;
