import { batched, inOrderOf } from './batched';

/** Doubles each key and records the batches. */
function doubling() {
  const asked: number[][] = [];
  const double = batched(async (keys: readonly number[]) => {
    asked.push([...keys]);
    return keys.map((key) => (key < 0 ? new Error(`${key} is negative`) : 2 * key));
  });
  return { asked, double };
}

test('batches concurrent keys into one query and resolves each caller with their own value', async () => {
  const { asked, double } = doubling();
  expect(await Promise.all([double(1), Promise.resolve().then(() => double(2)), double(1)])).toEqual([2, 4, 2]);
  expect(asked).toEqual([[1, 1, 2]]);
});

test('caches nothing: a later call makes a new query', async () => {
  const { asked, double } = doubling();
  await double(1);
  await double(1);
  expect(asked).toEqual([[1], [1]]);
});

test('rejects only the key whose value failed; rejects every caller when the batch query fails', async () => {
  const { double } = doubling();
  const results = await Promise.allSettled([double(1), double(-1)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  const failing = batched(() => Promise.reject(new Error('away')));
  const all = await Promise.allSettled([failing(1), failing(2)]);
  expect(all.map((result) => result.status === 'rejected' && String(result.reason))).toEqual(
    Array(2).fill('Error: away'),
  );
});

test('splits a large batch into queries of 100 keys', async () => {
  const { asked, double } = doubling();
  await Promise.all(Array.from({ length: 250 }, (_unused, key) => double(key)));
  expect(asked.map(({ length }) => length)).toEqual([100, 100, 50]);
});

test('orders rows by their keys', () => {
  expect(inOrderOf(['b', 'x', 'a', 'b'], ['a', 'b'], (row) => row)).toEqual(['b', null, 'a', 'b']);
});
