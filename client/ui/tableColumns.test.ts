import { nextSort, type SortChoice } from './tableColumns';

const choices: readonly SortChoice<'NEWEST' | 'OLDEST' | 'NAME'>[] = [
  { value: 'NEWEST', label: 'Newest', column: 'date', direction: 'descending' },
  { value: 'OLDEST', label: 'Oldest', column: 'date', direction: 'ascending' },
  { value: 'NAME', label: 'Name', column: 'name', direction: 'ascending' },
];

describe('nextSort', () => {
  it("takes a column's first choice, then turns it round", () => {
    expect(nextSort({ value: 'NAME', choices }, 'date')).toBe('NEWEST');
    expect(nextSort({ value: 'NEWEST', choices }, 'date')).toBe('OLDEST');
    expect(nextSort({ value: 'OLDEST', choices }, 'date')).toBe('NEWEST');
  });

  it('stays where a column has one order only, and knows none of a column that has none', () => {
    expect(nextSort({ value: 'NAME', choices }, 'name')).toBe('NAME');
    expect(nextSort({ value: 'NAME', choices }, 'price')).toBeUndefined();
  });
});
