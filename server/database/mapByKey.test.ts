import { setImmediate as tick } from 'node:timers/promises';
import { mapByKey } from './mapByKey';

test('runs up to eight items concurrently, those of one key in sequence, and returns results in order', async () => {
  const underWay = new Map<string, number>();
  let most = 0;
  const items = Array.from({ length: 40 }, (_, index) => ({ key: `k${index % 10}`, index }));
  const order: number[] = [];
  const results = await mapByKey(
    items,
    ({ key }) => key,
    async ({ key, index }) => {
      expect(underWay.get(key) ?? 0).toBe(0);
      underWay.set(key, 1);
      most = Math.max(
        most,
        [...underWay.values()].reduce((sum, one) => sum + one, 0),
      );
      for (let turn = 0; turn < 1 + (index % 3); turn += 1) await tick();
      underWay.set(key, 0);
      order.push(index);
      return index * 2;
    },
  );
  expect(results).toEqual(items.map(({ index }) => index * 2));
  expect(order.filter((index) => index % 10 === 3)).toEqual([3, 13, 23, 33]);
  expect(most).toBe(8);
});

test('starts nothing after a failure and waits for the running items', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    await tick();
    if (item === 2) throw new Error('down');
    await tick();
    ended.push(item);
  };
  const items = Array.from({ length: 100 }, (_, index) => index);
  await expect(mapByKey(items, String, work)).rejects.toThrow('down');
  expect(begun).toHaveLength(8);
  expect(ended).toHaveLength(7);
});

test('returns [] for no items', async () => {
  expect(await mapByKey([], String, () => Promise.reject(new Error('never')))).toEqual([]);
});
