import { createAnswerCache, type AnswerKind } from './answerCache';

const megabyte = 1024 * 1024;
const answer = (bytes: number) => ({ bytes });
type Made = ReturnType<typeof answer>;

let version: number | null;
let ownWrites: number;
beforeEach(() => ([version, ownWrites] = [1, 1]));

const open = (kind: Partial<AnswerKind> = {}) =>
  createAnswerCache({ current: () => version, known: () => ownWrites })<Made>({ name: 'test', ...kind });

/** An answer that is made when it is told to be. */
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

test('holds no more than it may: the least recently used go first', async () => {
  const answers = open();
  for (let key = 0; key < 20; key += 1) {
    await answers.read(`key ${key}`, async () => answer(4 * megabyte));
    answers.find('key 0');
  }
  const held = Array.from({ length: 20 }, (_, key) => key).filter((key) => answers.find(`key ${key}`));
  expect(held).toEqual([0, 17, 18, 19]);
});

test('an answer larger than the whole cache is given and not cached, and takes nothing with it', async () => {
  const answers = open();
  await answers.read('small', async () => answer(10));
  expect(await answers.read('large', async () => answer(20 * megabyte))).toEqual(answer(20 * megabyte));
  expect([answers.find('large'), answers.find('small')]).toEqual([undefined, answer(10)]);
});

test('those who ask meanwhile wait, and it is made once; later it is found', async () => {
  const answers = open();
  const { make, finish } = slow();
  const asked = [answers.read('key', make), answers.read('key', make), answers.read('key', make)];
  finish(answer(10));
  expect(await Promise.all(asked)).toEqual([answer(10), answer(10), answer(10)]);
  expect(await answers.read('key', make)).toEqual(answer(10));
  expect(make).toHaveBeenCalledTimes(1);
});

test('what a write has overtaken is given only to those who asked before it', async () => {
  const answers = open();
  const { make, finish } = slow();
  const before = answers.read('key', make);
  version = 2;
  const after = answers.read('key', async () => answer(20));
  finish(answer(10));
  expect(await Promise.all([before, after])).toEqual([answer(10), answer(20)]);
  expect(answers.find('key')).toEqual(answer(20));
});

test('what is made bit by bit belongs to the version at which it was begun', () => {
  const answers = open();
  const [overtaken, store] = [answers.begin('a'), answers.begin('b')];
  store(answer(1));
  expect(answers.find('b')).toEqual(answer(1));
  version = 2;
  overtaken(answer(2));
  expect([answers.find('a'), answers.find('b')]).toEqual([undefined, undefined]);
});

test('what is nobody else’s is given to whoever made it alone, and is not cached', async () => {
  const answers = open();
  const { make, finish } = slow();
  const [own, waited] = [answers.read('key', make), answers.read('key', make)];
  finish(null);
  expect(await Promise.all([own, waited])).toEqual([null, null]);
  expect(await answers.read('key', async () => answer(10))).toEqual(answer(10));
});

test('a failure is that of whoever met it; those who waited make their own', async () => {
  const answers = open();
  const { make, fail } = slow();
  const [own, waited] = [answers.read('key', make), answers.read('key', make)];
  fail(new Error('away'));
  await expect(own).rejects.toThrow('away');
  expect(await waited).toBeNull();
  expect(await answers.read('key', async () => answer(10))).toEqual(answer(10));
});

test('an answer lives for ten seconds, one that may lag until this process writes', async () => {
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

test('while others’ writes are unknown an answer is shared for a quarter of a second at most', async () => {
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

test('kinds do not meet', async () => {
  const cache = createAnswerCache({ current: () => 1, known: () => 1 });
  const [one, other] = [cache<Made>({ name: 'one' }), cache<Made>({ name: 'other' })];
  await one.read('key', async () => answer(10));
  expect(other.find('key')).toBeUndefined();
});
