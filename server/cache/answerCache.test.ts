import { createAnswerCache, type AnswerKind } from './answerCache';

const megabyte = 1024 * 1024;
const answer = (bytes: number) => ({ bytes });
type Made = ReturnType<typeof answer>;

let version: number | null;
let ownWrites: number;
beforeEach(() => ([version, ownWrites] = [1, 1]));

const open = (kind: Partial<AnswerKind> = {}) =>
  createAnswerCache({ current: () => version, known: () => ownWrites })<Made>({ name: 'test', ...kind });

/** An answer whose computation the test resolves or rejects. */
function slow() {
  let finish: (made: Made | null) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const made = new Promise<Made | null>((resolve, reject) => ([finish, fail] = [resolve, reject]));
  return {
    make: jest.fn(() => made),
    finish: (made: Made | null) => finish(made),
    fail: (error: Error) => fail(error),
  };
}

test('stays within its size and evicts the least recently used answers first', async () => {
  const answers = open();
  for (let key = 0; key < 20; key += 1) {
    await answers.read(`key ${key}`, async () => answer(4 * megabyte));
    answers.find('key 0');
  }
  const held = Array.from({ length: 20 }, (_, key) => key).filter((key) => answers.find(`key ${key}`));
  expect(held).toEqual([0, 18, 19]);
});

test('returns an answer larger than the cache without caching it or evicting others', async () => {
  const answers = open();
  await answers.read('small', async () => answer(10));
  expect(await answers.read('large', async () => answer(20 * megabyte))).toEqual(answer(20 * megabyte));
  expect([answers.find('large'), answers.find('small')]).toEqual([undefined, answer(10)]);
});

test('concurrent reads share one computation, and later reads are cached', async () => {
  const answers = open();
  const { make, finish } = slow();
  const asked = [answers.read('key', make), answers.read('key', make), answers.read('key', make)];
  finish(answer(10));
  expect(await Promise.all(asked)).toEqual([answer(10), answer(10), answer(10)]);
  expect(await answers.read('key', make)).toEqual(answer(10));
  expect(make).toHaveBeenCalledTimes(1);
});

test('an answer computed before a write is given only to reads that began before it', async () => {
  const answers = open();
  const { make, finish } = slow();
  const before = answers.read('key', make);
  version = 2;
  const after = answers.read('key', async () => answer(20));
  finish(answer(10));
  expect(await Promise.all([before, after])).toEqual([answer(10), answer(20)]);
  expect(answers.find('key')).toEqual(answer(20));
});

test('an answer stored after begin belongs to the version at its beginning', () => {
  const answers = open();
  const [overtaken, store] = [answers.begin('a'), answers.begin('b')];
  store(answer(1));
  expect(answers.find('b')).toEqual(answer(1));
  version = 2;
  overtaken(answer(2));
  expect([answers.find('a'), answers.find('b')]).toEqual([undefined, undefined]);
});

test('a null answer is not cached, and waiting reads get null', async () => {
  const answers = open();
  const { make, finish } = slow();
  const [own, waited] = [answers.read('key', make), answers.read('key', make)];
  finish(null);
  expect(await Promise.all([own, waited])).toEqual([null, null]);
  expect(await answers.read('key', async () => answer(10))).toEqual(answer(10));
});

test('a failure rejects only the read that computes; waiting reads get null', async () => {
  const answers = open();
  const { make, fail } = slow();
  const [own, waited] = [answers.read('key', make), answers.read('key', make)];
  fail(new Error('away'));
  await expect(own).rejects.toThrow('away');
  expect(await waited).toBeNull();
  expect(await answers.read('key', async () => answer(10))).toEqual(answer(10));
});

test('an answer expires after ten seconds, one with mayLag only when this process writes', async () => {
  const [answers, lagging] = [open(), open({ mayLag: true })];
  for (const each of [answers, lagging]) await each.read('key', async () => answer(10));
  const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_001);
  try {
    expect([answers.find('key'), lagging.find('key')]).toEqual([undefined, answer(10)]);
    version = null;
    expect(lagging.find('key')).toEqual(answer(10));
    ownWrites = 2;
    expect(lagging.find('key')).toBeUndefined();
  } finally {
    now.mockRestore();
  }
});

test('with an unknown version an answer is shared for at most 250 ms', async () => {
  version = null;
  const answers = open();
  const startedAt = 1_000_000;
  const now = jest.spyOn(performance, 'now').mockReturnValue(startedAt);
  try {
    await answers.read('key', async () => answer(10));
    now.mockReturnValue(startedAt + 249);
    expect(answers.find('key')).toEqual(answer(10));
    now.mockReturnValue(startedAt + 250);
    expect(answers.find('key')).toBeUndefined();
    ownWrites = 2;
    now.mockReturnValue(startedAt + 249);
    expect(answers.find('key')).toBeUndefined();
  } finally {
    now.mockRestore();
  }
});

test('kinds do not share keys', async () => {
  const cache = createAnswerCache({ current: () => 1, known: () => 1 });
  const [one, other] = [cache<Made>({ name: 'one' }), cache<Made>({ name: 'other' })];
  await one.read('key', async () => answer(10));
  expect(other.find('key')).toBeUndefined();
});
