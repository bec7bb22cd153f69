import { createLoaders, type Repositories } from './repositories';

const newRequest = () => createLoaders({} as Repositories);

test('the counts of a request are asked one after another, also after one that failed', async () => {
  const request = newRequest();
  const order: string[] = [];
  const counting = (name: string, outcome: () => number) =>
    request.count([name], async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} ends`);
      return outcome();
    });
  const failing = counting('a', () => {
    throw new Error('cut off');
  });
  const all = await Promise.allSettled([failing, counting('b', () => 2), counting('c', () => 3)]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('requests do not wait for each other', async () => {
  const [first, second] = [newRequest(), newRequest()];
  const endless = first.count(['a'], () => new Promise<number>(() => undefined));
  void endless;
  expect(await second.count(['a'], () => Promise.resolve(1))).toBe(1);
});
