import { createConcurrencyLimiter, type ConcurrencyLimiter } from './concurrencyLimiter';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function work({ acquire }: ConcurrencyLimiter) {
  const begun: string[] = [];
  const endings = new Map<string, () => void>();
  const ask = async (name: string) => {
    endings.set(
      name,
      await acquire(name[0] ?? '').then((end) => {
        begun.push(name);
        return end;
      }),
    );
  };
  return { begun, ask, end: (name: string) => endings.get(name)?.() };
}

test('runs one task per client and at most `concurrency` in total, in order of arrival', async () => {
  const { begun, ask, end } = work(createConcurrencyLimiter({ perClient: 3, total: 6, concurrency: 2 }, true));
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(ask);
  await settled();
  expect(begun).toEqual(['a1', 'b1']);
  end('b1');
  await settled();
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  end('a1');
  await settled();
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  for (const name of ['c1', 'a2', 'a3', 'b2']) {
    end(name);
    await settled();
  }
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  await Promise.all(all);
});

test('neither queues nor refuses when limits are off', async () => {
  const { begun, ask } = work(createConcurrencyLimiter({ perClient: 1, total: 1, concurrency: 1 }, false));
  await Promise.all(['a1', 'a2', 'b1'].map(ask));
  expect(begun).toEqual(['a1', 'a2', 'b1']);
});

test('refuses beyond the limits per client and in all, and frees a place once when its work is done', async () => {
  const { acquire } = createConcurrencyLimiter({ perClient: 2, total: 3 }, true);
  const leave = await acquire('a');
  await acquire('a');
  await expect(acquire('a')).rejects.toThrow('too much of this');
  await acquire('b');
  await expect(acquire('c')).rejects.toThrow('too much of this');
  leave();
  leave();
  await acquire('a');
  await expect(acquire('c')).rejects.toThrow('too much of this');
});
