import { placeOf } from './cartLines';

const [first, second, third] = [
  { id: 'a', createdAt: '2026-01-01T10:00:00.000Z' },
  { id: 'c', createdAt: '2026-01-01T10:00:00.500Z' },
  { id: 'b', createdAt: '2026-01-02T08:00:00.000Z' },
];
const pending = { id: 'pending-1', createdAt: null };

test('a line comes back between those that were added before and after it', () => {
  expect(placeOf(first, [second, third])).toBe(0);
  expect(placeOf(second, [first, third])).toBe(1);
  expect(placeOf(third, [first, second])).toBe(2);
  expect(placeOf(third, [])).toBe(0);
});

test('of the same moment the smaller id is first, and what is being added is last', () => {
  expect(placeOf({ ...second, id: 'd' }, [second])).toBe(1);
  expect(placeOf({ ...second, id: 'b' }, [second])).toBe(0);
  expect(placeOf(third, [first, pending])).toBe(1);
});
