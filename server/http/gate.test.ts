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

test('one of each client works at a time and so many in all, in the order in which they came', async () => {
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

test('nobody waits or is kept out where callers are not limited', async () => {
  const { begun, ask } = work(createGate({ perClient: 1, inAll: 1, atOnce: 1 }, false));
  await Promise.all(['a1', 'a2', 'b1'].map(ask));
  expect(begun).toEqual(['a1', 'a2', 'b1']);
});

test('places are given back when the work is done, whoever waits beside', async () => {
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
