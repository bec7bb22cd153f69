import { randomBytes } from 'node:crypto';
import { BSON } from 'mongodb';
import { useTestDatabase } from '../testing/useTestDatabase';
import { maxAnswerBytes, type IdempotencyRequest } from './idempotency.repository';

const database = useTestDatabase();

const keys = () => database.repositories.idempotency;
const now = new Date('2096-03-01T12:00:00.000Z');
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const claimed = (overrides: Partial<IdempotencyRequest> = {}): IdempotencyRequest => ({
  scope: 'ada',
  key: 'one',
  mac: 'body',
  asAdmin: false,
  holder: 'first request',
  now,
  ...overrides,
});
const done = { status: 201, body: '{"id":1}' };
const dayMs = 24 * 60 * 60 * 1000;

test('grants one of twenty concurrent claims of a key', async () => {
  const claims = await Promise.all(Array.from({ length: 20 }, () => keys().claim(claimed())));
  expect(claims.filter(({ state }) => state === 'claimed')).toHaveLength(1);
  expect(claims.filter(({ state }) => state === 'inProgress')).toHaveLength(19);
});

test('returns the answer of a completed key only to the same caller with the same body', async () => {
  await keys().claim(claimed());
  await keys().complete(claimed(), done);
  expect(await keys().claim(claimed())).toEqual({ state: 'done', asAdmin: false, answer: done });
  expect(await keys().claim(claimed({ mac: 'other body' }))).toEqual({ state: 'reused' });
  expect(await keys().claim(claimed({ scope: 'bo' }))).toEqual({ state: 'claimed' });
  expect(await keys().claim(claimed({ key: 'two' }))).toEqual({ state: 'claimed' });
});

test('a released key can be claimed again; a completed one cannot be released', async () => {
  await keys().claim(claimed());
  await keys().release(claimed());
  expect(await keys().claim(claimed())).toEqual({ state: 'claimed' });
  await keys().complete(claimed(), done);
  await keys().release(claimed());
  expect(await keys().claim(claimed())).toMatchObject({ state: 'done' });
});

test('one claimant takes over an abandoned claim after a minute', async () => {
  await keys().claim(claimed());
  expect(await keys().claim(claimed({ now: later(60_000) }))).toEqual({ state: 'inProgress' });
  const claims = await Promise.all(Array.from({ length: 5 }, () => keys().claim(claimed({ now: later(60_001) }))));
  expect(claims.filter(({ state }) => state === 'claimed')).toHaveLength(1);
});

test('a request whose claim was taken over can neither release nor complete the key', async () => {
  const [late, next] = [claimed(), claimed({ holder: 'second request', now: later(60_001) })];
  await keys().claim(late);
  expect(await keys().claim(next)).toEqual({ state: 'claimed' });
  await keys().release(late);
  await keys().complete(late, { status: 200, body: '"late"' });
  expect(await keys().claim(claimed({ now: later(60_002) }))).toEqual({ state: 'inProgress' });
  await keys().complete(next, done);
  expect(await keys().claim(claimed({ now: later(60_002) }))).toEqual({ state: 'done', asAdmin: false, answer: done });
});

test('after 24 hours the key is free for any body, even before the TTL index has removed it', async () => {
  await keys().claim(claimed());
  await keys().complete(claimed(), done);
  expect(await keys().claim(claimed({ now: later(dayMs - 1) }))).toMatchObject({ state: 'done' });
  const next = claimed({ now: later(dayMs), mac: 'other body' });
  expect(await keys().claim(next)).toEqual({ state: 'claimed' });
  expect(await keys().claim(next)).toEqual({ state: 'inProgress' });
});

describe('a record is limited in bytes', () => {
  const sizeOf = async () => {
    const records = await database.db.collection('idempotencyKeys').find().toArray();
    return records.map((record) => BSON.calculateObjectSize(record));
  };
  const stored = async (body: string) => {
    await keys().claim(claimed());
    await keys().complete(claimed(), { status: 201, body });
    for (const size of await sizeOf()) expect(size).toBeLessThan(maxAnswerBytes + 1_024);
    return keys().claim(claimed());
  };

  test.each([
    ['an empty answer', ''],
    ['a long answer of words', 'The lamp stands on the table. '.repeat(3_000)],
    ['letters of other scripts', 'ランプ'.repeat(10_000)],
    ['what can hardly be compressed', randomBytes(maxAnswerBytes / 2 - 100).toString('hex')],
  ])('%s is stored in full', async (_what, body) => {
    expect(await stored(body)).toEqual({ state: 'done', asAdmin: false, answer: { status: 201, body } });
  });

  test('stores only that a longer answer was given', async () => {
    expect(await stored(randomBytes(20_000).toString('hex'))).toEqual({ state: 'done', asAdmin: false, answer: null });
    expect(await keys().claim(claimed({ mac: 'other body' }))).toEqual({ state: 'reused' });
  });
});

describe('records of earlier versions, which have another fingerprint', () => {
  const fingerprint = 'an unkeyed hash of another form';
  const earlier = (state: string, claimedAt: Date) => ({
    ...{ _id: 'ada\none', state, fingerprint, holder: 'x', status: 201, body: '{}', claimedAt },
    expiresAt: later(dayMs),
  });
  const insert = (state: string, claimedAt = now) =>
    database.db.collection<{ _id: string }>('idempotencyKeys').insertOne(earlier(state, claimedAt));

  test('count as done, without an answer, so that nothing is repeated', async () => {
    await insert('done');
    expect(await keys().claim(claimed())).toEqual({ state: 'done', asAdmin: false, answer: null });
  });

  test('are in progress for a minute, and are then taken over', async () => {
    await insert('inProgress');
    expect(await keys().claim(claimed())).toEqual({ state: 'inProgress' });
    expect(await keys().claim(claimed({ now: later(60_001) }))).toEqual({ state: 'claimed' });
    await keys().complete(claimed(), done);
    expect(await keys().claim(claimed({ now: later(60_002) }))).toMatchObject({ answer: done });
  });
});
