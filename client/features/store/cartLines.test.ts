import { insertionIndex } from './cartLines';

const [first, second, third] = [
  { id: 'a', createdAt: '2026-01-01T10:00:00.000Z' },
  { id: 'c', createdAt: '2026-01-01T10:00:00.500Z' },
  { id: 'b', createdAt: '2026-01-02T08:00:00.000Z' },
];
const pending = { id: 'pending-1', createdAt: null };

test('a restored line is inserted by the time it was added', () => {
  expect(insertionIndex(first, [second, third])).toBe(0);
  expect(insertionIndex(second, [first, third])).toBe(1);
  expect(insertionIndex(third, [first, second])).toBe(2);
  expect(insertionIndex(third, [])).toBe(0);
});

test('lines of the same time are ordered by id, and pending ones are last', () => {
  expect(insertionIndex({ ...second, id: 'd' }, [second])).toBe(1);
  expect(insertionIndex({ ...second, id: 'b' }, [second])).toBe(0);
  expect(insertionIndex(third, [first, pending])).toBe(1);
});
