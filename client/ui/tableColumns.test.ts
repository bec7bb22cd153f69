import { nextSort, type SortChoice } from './tableColumns';

const choices: readonly SortChoice<'NEWEST' | 'OLDEST' | 'NAME'>[] = [
  { value: 'NEWEST', label: 'Newest', column: 'date', direction: 'desc' },
  { value: 'OLDEST', label: 'Oldest', column: 'date', direction: 'asc' },
  { value: 'NAME', label: 'Name', column: 'name', direction: 'asc' },
];

describe('nextSort', () => {
  it('sorts by a column’s first order, then reverses it', () => {
    expect(nextSort({ value: 'NAME', choices }, 'date')).toBe('NEWEST');
    expect(nextSort({ value: 'NEWEST', choices }, 'date')).toBe('OLDEST');
    expect(nextSort({ value: 'OLDEST', choices }, 'date')).toBe('NEWEST');
  });

  it('keeps the sort for a column with one order and returns none for a column without', () => {
    expect(nextSort({ value: 'NAME', choices }, 'name')).toBe('NAME');
    expect(nextSort({ value: 'NAME', choices }, 'price')).toBeUndefined();
  });
});
