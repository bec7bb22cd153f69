import { createReadCache, type ReadCache } from './readCache';

const answer = (bytes: number) => ({ bytes });
const settings = { mostBytes: 100_000, longestMs: 10_000 };

/** What is asked for the first time is not kept. */
function askTwice(cache: ReadCache<{ bytes: number }>, key: string, bytes: number, version = 1): void {
  cache.begin(key, version)(answer(bytes));
  cache.begin(key, version)(answer(bytes));
}

test('holds no more than it may: the longest unused go first', () => {
  const cache = createReadCache<{ bytes: number }>(settings);
  for (let key = 0; key < 20; key += 1) {
    askTwice(cache, `key ${key}`, 10_000);
    cache.find('key 0', 1);
  }
  const held = Array.from({ length: 20 }, (_, key) => key).filter((key) => cache.find(`key ${key}`, 1));
  // 10,000 of its own and 2,048 for its place: eight of them fit.
  expect(held).toEqual([0, 13, 14, 15, 16, 17, 18, 19]);
});

test('an answer larger than the whole room is not kept, and takes nothing with it for good', () => {
  const cache = createReadCache<{ bytes: number }>(settings);
  askTwice(cache, 'large', 200_000);
  expect(cache.find('large', 1)).toBeNull();
  askTwice(cache, 'small', 10);
  expect(cache.find('small', 1)).toEqual(answer(10));
});

test('what a write has overtaken is neither kept nor given to those who wait', async () => {
  const cache = createReadCache<{ bytes: number }>(settings);
  const settle = cache.begin('key', 1);
  const waiting = cache.awaited('key', 1);
  expect(cache.find('key', 2)).toBeNull();
  settle(answer(10));
  expect(await waiting).toBeNull();
  expect([cache.find('key', 2), cache.awaited('key', 2)]).toEqual([null, undefined]);
});

test('those who wait get the answer, and the first word counts', async () => {
  const cache = createReadCache<{ bytes: number }>(settings);
  const settle = cache.begin('key', 1);
  const waiting = cache.awaited('key', 1);
  settle(answer(10));
  const second = cache.begin('key', 1);
  settle(null);
  expect(cache.awaited('key', 1)).toBeDefined();
  second(null);
  expect(await waiting).toEqual(answer(10));
});

test('what is asked for the first time is not kept; asked for again it is, also of the next version', () => {
  const cache = createReadCache<{ bytes: number }>(settings);
  cache.begin('key', 1)(answer(10));
  expect(cache.find('key', 1)).toBeNull();
  cache.begin('key', 1)(answer(10));
  expect(cache.find('key', 1)).toEqual(answer(10));
  cache.begin('key', 2)(answer(20));
  expect(cache.find('key', 2)).toEqual(answer(20));
});

test('those who wait for what is asked for the first time get it, and it is kept for those who come later', async () => {
  const cache = createReadCache<{ bytes: number }>(settings);
  const settle = cache.begin('key', 1);
  const waiting = cache.awaited('key', 1);
  settle(answer(10));
  expect(await waiting).toEqual(answer(10));
  expect(cache.find('key', 1)).toEqual(answer(10));
});

test('what was begun too long ago is not waited for by those who may not be told of it', async () => {
  const cache = createReadCache<{ bytes: number }>({ ...settings, joinWithinMs: 250 });
  const first = cache.begin('key', 1);
  expect(cache.awaited('key', 1)).toBeDefined();
  const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 251);
  try {
    expect(cache.awaited('key', 1)).toBeUndefined();
    const second = cache.begin('key', 1);
    first(answer(1));
    const waiting = cache.awaited('key', 1);
    second(answer(2));
    expect(await waiting).toEqual(answer(2));
  } finally {
    now.mockRestore();
  }
});
