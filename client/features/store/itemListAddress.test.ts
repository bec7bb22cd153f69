import { readFilters, writeFilters } from './itemListAddress';

const read = (search: string) => readFilters(new URLSearchParams(search));

describe('the filters of a product table in the address', () => {
  it('come back as they were written', () => {
    const filters = { search: 'a&b=c', date: '2026-11-18', sort: 'PRICE_DESC' } as const;
    expect(read(writeFilters(filters).toString())).toEqual(filters);
  });

  it('are short where nothing is chosen', () => {
    expect(writeFilters(read('')).toString()).toBe('');
  });

  it('are nothing chosen where they make no sense', () => {
    expect(read('date=2026-02-30&sort=price')).toEqual({ search: '', date: '', sort: 'NEWEST' });
    expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200);
  });
});
