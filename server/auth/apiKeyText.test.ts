import { createHash } from 'node:crypto';
import { bearsApiKey } from './viewer';
import {
  apiKeyIdIn,
  apiKeyUid,
  digestOfApiKey,
  holdsApiKey,
  isApiKeyUid,
  isWellFormedApiKey,
  newApiKeyText,
  withoutApiKeys,
} from './apiKeyText';

test('a key has a known prefix, more than 256 random bits and a checksum', () => {
  const keys = Array.from({ length: 200 }, newApiKeyText);
  expect(new Set(keys).size).toBe(200);
  for (const key of keys) {
    expect(key).toMatch(/^kiosk_live_[0-9A-Za-z]{53}$/);
    expect(isWellFormedApiKey(key)).toBe(true);
  }
  // 47 characters out of 62, at most four of which the list of keys shows.
  expect((47 - 4) * Math.log2(62)).toBeGreaterThan(256);
  const letters = new Set(keys.flatMap((key) => [...key.slice(11, 58)]));
  expect(letters.size).toBe(62);
});

test('a key with a changed, missing or added character is not well-formed', () => {
  const key = newApiKeyText();
  for (let at = 11; at < key.length; at += 1) {
    const other = key[at] === 'a' ? 'b' : 'a';
    expect(isWellFormedApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
  }
  for (const text of [key.slice(1), key.slice(0, -1), `${key}0`, `${key}\n`, key.toUpperCase(), '', 'kiosk_live_'])
    expect(isWellFormedApiKey(text)).toBe(false);
});

test('the digest of a key is its SHA-256 in base64url', () => {
  const key = newApiKeyText();
  expect(digestOfApiKey(key)).toBe(createHash('sha256').update(key).digest('base64url'));
});

test('redacts keys in texts, also truncated and URL-encoded ones', () => {
  const key = newApiKeyText();
  expect(withoutApiKeys(`a ${key} b ${key.slice(0, 40)}… c`)).toBe('a [API key] b [API key]… c');
  expect(withoutApiKeys(`?q=${key.replaceAll('_', '%5F')}&r=1`)).toBe('?q=[API key]&r=1');
  expect(withoutApiKeys('see kiosk_live_... in the docs')).toBe('see kiosk_live_... in the docs');
  expect([holdsApiKey(key), holdsApiKey(`x${key}`), holdsApiKey('kiosk_live_short')]).toEqual([true, true, false]);
});

test('distinguishes the uids of API keys from those of accounts', () => {
  expect([apiKeyUid('6'), isApiKeyUid('apiKey:6'), isApiKeyUid('uid-admin')]).toEqual(['apiKey:6', true, false]);
  expect([apiKeyIdIn('apiKey:6'), apiKeyIdIn('uid-admin')]).toEqual(['6', null]);
});

test('recognises an API key only as a Bearer token', () => {
  const key = newApiKeyText();
  expect([`Bearer ${key}`, `bearer ${key}`, 'Bearer kiosk_live_x'].map(bearsApiKey)).toEqual([true, true, true]);
  expect([key, `Basic ${key}`, `Bearer x${key}`, undefined].map(bearsApiKey)).toEqual([false, false, false, false]);
});
