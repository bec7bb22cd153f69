import { batched, inOrderOf } from './batched';

/** Answers each key by its double, remembering what it was asked. */
function doubling() {
  const asked: number[][] = [];
  const double = batched(async (keys: readonly number[]) => {
    asked.push([...keys]);
    return keys.map((key) => (key < 0 ? new Error(`${key} is negative`) : 2 * key));
  });
  return { asked, double };
}

test('what is asked at one moment is asked once, and each is told their own', async () => {
  const { asked, double } = doubling();
  expect(await Promise.all([double(1), Promise.resolve().then(() => double(2)), double(1)])).toEqual([2, 4, 2]);
  expect(asked).toEqual([[1, 1, 2]]);
});

test('nothing is remembered: who comes later is answered by a later question', async () => {
  const { asked, double } = doubling();
  await double(1);
  await double(1);
  expect(asked).toEqual([[1], [1]]);
});

test('one who fails fails alone; where the question fails, all who asked it do', async () => {
  const { double } = doubling();
  const results = await Promise.allSettled([double(1), double(-1)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  const failing = batched(() => Promise.reject(new Error('away')));
  const all = await Promise.allSettled([failing(1), failing(2)]);
  expect(all.map((result) => result.status === 'rejected' && String(result.reason))).toEqual(
    Array(2).fill('Error: away'),
  );
});

test('a crowd is asked for by the hundred', async () => {
  const { asked, double } = doubling();
  await Promise.all(Array.from({ length: 250 }, (_unused, key) => double(key)));
  expect(asked.map(({ length }) => length)).toEqual([100, 100, 50]);
});

test('rows are put into the order of their keys', () => {
  expect(inOrderOf(['b', 'x', 'a', 'b'], ['a', 'b'], (row) => row)).toEqual(['b', null, 'a', 'b']);
});
