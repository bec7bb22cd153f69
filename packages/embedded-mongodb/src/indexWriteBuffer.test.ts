import fc from 'fast-check';
import type { Collection, Document, Filter, Sort } from 'mongodb';
import { IndexWriteBuffer, type Undo, type KeyWindow } from './indexWriteBuffer';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

/** A reference implementation: all keys in one set. */
class Model {
  keys = new Set<string>();

  read({ from, end, reverse, exclusiveStart }: KeyWindow, limit: number): string[] {
    const [start, stop] = [from.toString('latin1'), end.toString('latin1')];
    const isPast = (key: string): boolean => (reverse ? key > start : key < start) || (key === start && exclusiveStart);
    const inside = (key: string): boolean => !isPast(key) && (reverse ? key >= stop : key < stop);
    const sorted = [...this.keys].filter(inside).sort();
    return (reverse ? sorted.reverse() : sorted).slice(0, limit);
  }
}

const anyKey = fc.integer({ min: 0, max: 60 });
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ add: fc.uniqueArray(anyKey, { maxLength: 12 }) }) },
  { weight: 2, arbitrary: fc.record({ take: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ remove: anyKey }) },
  fc.record({ mark: fc.boolean() }),
);
const anyWindow = fc.record({ a: anyKey, b: anyKey, reverse: fc.boolean(), limit: fc.integer({ min: 1, max: 9 }) });

const keyOf = (n: number): Buffer => Buffer.from([n >> 5, 0xf0, (n & 31) << 3]);
const textOf = (n: number): string => keyOf(n).toString('latin1');

test('behaves like a sorted set on read, take, remove and undo', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 25 }), fc.array(anyWindow, { maxLength: 6 }), (steps, windows) => {
      const held = new IndexWriteBuffer();
      const model = new Model();
      // An entry contains its record number, so it is added at most once.
      const seen = new Set<number>();
      let undo: { back: Undo; keys: Set<string> } | undefined;
      const begin = (): void => {
        undo = { back: held.savepoint(), keys: new Set(model.keys) };
      };
      begin();
      for (const step of steps) {
        if ('add' in step) {
          const fresh = step.add.filter((n) => !seen.has(n));
          fresh.forEach((n) => seen.add(n));
          held.add(fresh.map(keyOf));
          fresh.forEach((n) => model.keys.add(textOf(n)));
        } else if ('take' in step) {
          for (let i = 0; i < step.take; i++) {
            const lowest = [...model.keys].sort()[0];
            expect(held.takeLowest()?.toString('latin1')).toBe(lowest);
            if (lowest !== undefined) model.keys.delete(lowest);
          }
        } else if ('remove' in step) {
          held.remove(keyOf(step.remove));
          model.keys.delete(textOf(step.remove));
        } else if (step.mark && undo) {
          undo.back();
          model.keys = undo.keys;
          begin();
        } else begin();
      }
      for (const { a, b, reverse, limit } of windows) {
        const [low, high] = [keyOf(Math.min(a, b)), keyOf(Math.max(a, b))];
        const window = { from: reverse ? high : low, end: reverse ? low : high, reverse, exclusiveStart: reverse };
        expect(held.read(window, limit).map((key) => key.toString('latin1'))).toEqual(model.read(window, limit));
      }
    }),
    { numRuns: 2000 },
  );
});

describe('a load of 3,000 documents', () => {
  let database: TestDatabase;
  let rows: Collection;

  beforeAll(async () => {
    database = await openTestDatabase();
    rows = database.db.collection('rows');
    await rows.createIndexes([
      { key: { tags: 1, rank: -1 } },
      { key: { rank: 1 } },
      { key: { kind: 1, rank: 1 }, partialFilterExpression: { rank: { $lt: 40 } } },
    ]);
    const batch = (from: number): Document[] =>
      Array.from({ length: 1000 }, (_unused, i) => ({
        _id: (from + i) as never,
        kind: `k${i % 3}`,
        rank: (i * 7) % 100,
        tags: [`t${i % 11}`, `u${i % 50}`, 'all'],
      }));
    await rows.insertMany(batch(0).slice(0, 400));
    for (const from of [1000, 2000, 3000]) await rows.insertMany(batch(from));
  });

  afterAll(() => database.close());

  const queries: [Filter<Document>, Sort][] = [
    [{ tags: 't3' }, { rank: -1, _id: 1 }],
    [{ tags: 't3' }, { rank: 1, _id: 1 }],
    [{ tags: { $in: ['t1', 'u7'] } }, { rank: -1, _id: -1 }],
    [{ tags: /^u4/ }, { _id: 1 }],
    [{ rank: { $gte: 20, $lt: 60 } }, { rank: -1, _id: 1 }],
    [
      { kind: 'k1', rank: { $lt: 30 } },
      { rank: 1, _id: 1 },
    ],
    [{ tags: 'changed' }, { rank: 1, _id: 1 }],
  ];

  async function checkAll(): Promise<void> {
    for (const [filter, sort] of queries) {
      const scanned = await rows.find(filter).sort(sort).hint({ $natural: 1 }).toArray();
      expect(await rows.find(filter).sort(sort).toArray()).toEqual(scanned);
      expect(await rows.countDocuments(filter)).toBe(scanned.length);
    }
    const ranks = await rows.find().sort({ rank: 1 }).hint({ rank: 1 }).batchSize(70).toArray();
    expect(ranks).toHaveLength(await rows.countDocuments({}, { hint: { $natural: 1 } }));
    expect(ranks.map(({ rank }) => rank as number)).toEqual(
      ranks.map(({ rank }) => rank as number).sort((a, b) => a - b),
    );
  }

  test('is found through every index immediately and after updates', async () => {
    await checkAll();
    await rows.updateMany({ tags: 't3', rank: { $lt: 50 } }, { $set: { tags: ['changed', 't4'] } });
    await rows.updateMany({ rank: 21 }, { $inc: { rank: 1 } });
    await rows.deleteMany({ rank: { $gte: 90 } });
    await checkAll();
    // Restore the value that the buffer holds, then change it again.
    await rows.updateMany({ rank: 22, _id: { $gte: 2500 as never } }, { $inc: { rank: -1 } });
    await checkAll();
    await rows.updateMany({ rank: 21 }, { $inc: { rank: 1 } });
    await checkAll();
  });

  test('keeps its entries when a change is refused', async () => {
    await rows.insertMany(Array.from({ length: 600 }, (_unused, i) => ({ rank: i % 90, tags: ['late'], kind: 'k9' })));
    await expect(
      rows.findOneAndUpdate({ _id: 1001 as never }, { $set: { 'tags.x': 1 } }, { upsert: true }),
    ).rejects.toMatchObject({ code: 28 });
    expect(await rows.countDocuments({ tags: 'late' }, { hint: 'tags_1_rank_-1' })).toBe(600);
    await checkAll();
  });

  test('leaves no entries of documents that changed before the entries were written', async () => {
    await rows.insertMany(
      Array.from({ length: 600 }, (_unused, i) => ({ rank: 1000, tags: ['brief'], kind: i < 200 ? 'gone' : 'stays' })),
    );
    await rows.updateMany({ rank: 1000, kind: 'stays' }, { $set: { tags: ['lasting'] } });
    await rows.deleteMany({ rank: 1000, kind: 'gone' });
    const counts = (): Promise<number[]> =>
      Promise.all(['brief', 'lasting'].map((tag) => rows.countDocuments({ tags: tag }, { hint: 'tags_1_rank_-1' })));
    expect(await counts()).toEqual([0, 400]);
    await rows.createIndex({ settled: 1 });
    expect(await counts()).toEqual([0, 400]);
  });

  test('gives the same results after the entries are written', async () => {
    await rows.createIndex({ other: 1 });
    await checkAll();
  });
});
