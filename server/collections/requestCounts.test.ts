import { createLoaders, type Repositories } from './repositories';

const newRequest = () => createLoaders({} as Repositories);

test('runs the counts of a request one after another, also after a failed one', async () => {
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

test("does not make requests wait for each other's counts", async () => {
  const [first, second] = [newRequest(), newRequest()];
  const endless = first.count(['a'], () => new Promise<number>(() => undefined));
  void endless;
  expect(await second.count(['a'], () => Promise.resolve(1))).toBe(1);
});
