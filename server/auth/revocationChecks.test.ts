import type { IdToken } from './idToken';
import { RevocationChecks, type Account } from './revocationChecks';

const startedAt = 1_800_000_000;
let now: number;
let asked: string[];
let account: Account | null;
let checks: RevocationChecks;

const token = (changes: Partial<IdToken> = {}): IdToken => ({
  uid: 'u1',
  email: 'sam@x.dev',
  emailVerified: true,
  authTime: startedAt - 100,
  issuedAt: startedAt - 10,
  signInProvider: 'password',
  ...changes,
});

beforeEach(() => {
  now = startedAt * 1000;
  asked = [];
  account = {
    disabled: false,
    providers: ['password'],
    validSince: (startedAt - 200) * 1000,
  };
  const ask = (uid: string) => {
    asked.push(uid);
    return Promise.resolve(account);
  };
  checks = new RevocationChecks(ask, 60, () => now);
});

const change = (changes: Partial<Account>) => (account = account && { ...account, ...changes });

test('looks an account up once in 60 s', async () => {
  expect(await checks.isGood(token(), false)).toBe(true);
  now += 59_999;
  expect(await checks.isGood(token(), false)).toBe(true);
  expect(asked).toEqual(['u1']);
  now += 1;
  await checks.isGood(token(), false);
  await checks.isGood(token({ uid: 'u2' }), false);
  expect(asked).toEqual(['u1', 'u1', 'u2']);
});

test('concurrent checks share one lookup', async () => {
  await Promise.all([checks.isGood(token(), false), checks.isGood(token(), false)]);
  expect(asked).toEqual(['u1']);
});

test('a fresh check always looks up, and its result applies to cached checks', async () => {
  await checks.isGood(token(), false);
  change({ disabled: true });
  expect(await checks.isGood(token(), false)).toBe(true);
  expect(await checks.isGood(token(), true)).toBe(false);
  expect(await checks.isGood(token(), false)).toBe(false);
  expect(asked).toEqual(['u1', 'u1']);
});

test('concurrent fresh checks share a lookup, but never one that began before them', async () => {
  const answers: ((account: Account | null) => void)[] = [];
  const slow = new RevocationChecks(
    () => new Promise((resolve) => answers.push(resolve)),
    60,
    () => now,
  );
  const first = slow.isGood(token(), true);
  const others = [slow.isGood(token(), true), slow.isGood(token(), true)];
  expect(answers).toHaveLength(1);
  answers[0]?.(account);
  expect(await first).toBe(true);
  await new Promise(setImmediate);
  expect(answers).toHaveLength(2);
  const late = slow.isGood(token(), true);
  answers[1]?.(account && { ...account, disabled: true });
  expect(await Promise.all(others)).toEqual([false, false]);
  await new Promise(setImmediate);
  expect(answers).toHaveLength(3);
  answers[2]?.(account);
  expect(await late).toBe(true);
});

test('fresh checks that wait for a failing lookup fail with it, and the next check looks up again', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve(account)];
  const failing = new RevocationChecks(
    () => answers.shift() ?? Promise.reject(new Error('once too often')),
    60,
    () => now,
  );
  const both = await Promise.allSettled([failing.isGood(token(), true), failing.isGood(token(), true)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await failing.isGood(token(), true)).toBe(true);
});

test('a token issued after the last lookup causes a new one, so that a provider upgrade ends older tokens at once', async () => {
  expect(await checks.isGood(token(), false)).toBe(true);
  now += 5_000;
  change({ providers: ['google.com'], validSince: (startedAt + 4) * 1000 });
  const owner = token({ signInProvider: 'google.com', authTime: startedAt + 4, issuedAt: startedAt + 4 });
  expect(await checks.isGood(owner, false)).toBe(true);
  expect(await checks.isGood(token(), false)).toBe(false);
  expect(asked).toHaveLength(2);
});

test('after forget the next check looks up again', async () => {
  await checks.isGood(token(), false);
  change({ disabled: true });
  checks.forget('u1');
  expect(await checks.isGood(token(), false)).toBe(false);
});

test('does not cache a lookup that was in flight when the account was forgotten', async () => {
  let answer: (account: Account | null) => void = () => undefined;
  const slow = new RevocationChecks(
    (uid) => {
      asked.push(uid);
      return new Promise((resolve) => (answer = resolve));
    },
    60,
    () => now,
  );
  const first = slow.isGood(token(), false);
  slow.forget('u1');
  answer(account);
  await first;
  const second = slow.isGood(token(), false);
  answer(null);
  expect(await second).toBe(false);
});

test.each<[string, Partial<Account>, Partial<IdToken>, boolean]>([
  ['an account without the provider of the token', { providers: ['google.com'] }, {}, false],
  ['a session from the second of the revocation', { validSince: (startedAt - 100) * 1000 }, {}, true],
  ['a session from a second before the revocation', { validSince: (startedAt - 99) * 1000 }, {}, false],
  [
    'a token refreshed after the revocation of its session',
    { validSince: (startedAt - 50) * 1000 },
    { issuedAt: startedAt - 1 },
    false,
  ],
  ['a custom sign-in, which accounts do not list', {}, { signInProvider: 'custom' }, true],
  ['a token without a provider', {}, { signInProvider: null }, true],
  ['a disabled account', { disabled: true }, {}, false],
])('%s', async (_, changes, tokenChanges, good) => {
  change(changes);
  expect(await checks.isGood(token(tokenChanges), false)).toBe(good);
});

test('refuses a deleted account', async () => {
  account = null;
  expect(await checks.isGood(token(), false)).toBe(false);
});

test('rejects with a failure of the lookup and does not cache it', async () => {
  const failing = new RevocationChecks(
    () => Promise.reject(new Error('away')),
    60,
    () => now,
  );
  await expect(failing.isGood(token(), false)).rejects.toThrow('away');
  await expect(failing.isGood(token(), false)).rejects.toThrow('away');
});
