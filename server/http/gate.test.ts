import { createGate, type Gate } from './gate';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function work({ enter }: Gate) {
  const begun: string[] = [];
  const endings = new Map<string, () => void>();
  const ask = async (name: string) => {
    endings.set(
      name,
      await enter(name[0] ?? '').then((end) => {
        begun.push(name);
        return end;
      }),
    );
  };
  return { begun, ask, end: (name: string) => endings.get(name)?.() };
}

test('runs one task per client and at most atOnce in all, in order of arrival', async () => {
  const { begun, ask, end } = work(createGate({ perClient: 3, inAll: 6, atOnce: 2 }, true));
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
  const { begun, ask } = work(createGate({ perClient: 1, inAll: 1, atOnce: 1 }, false));
  await Promise.all(['a1', 'a2', 'b1'].map(ask));
  expect(begun).toEqual(['a1', 'a2', 'b1']);
});

test('refuses beyond the limits per client and in all, and frees a place once when its work is done', async () => {
  const { enter } = createGate({ perClient: 2, inAll: 3 }, true);
  const leave = await enter('a');
  await enter('a');
  await expect(enter('a')).rejects.toThrow('too much of this');
  await enter('b');
  await expect(enter('c')).rejects.toThrow('too much of this');
  leave();
  leave();
  await enter('a');
  await expect(enter('c')).rejects.toThrow('too much of this');
});
