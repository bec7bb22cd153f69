import { type ItemFilters, readFilters, writeFilters } from './itemListParams';

const read = (search: string) => readFilters(new URLSearchParams(search));

describe('the filters of a product table in the URL', () => {
  it('survive a round trip', () => {
    const filters: ItemFilters = {
      ...{ search: 'a&b=c', date: '2026-11-18' },
      kind: 'PRODUCT',
      stock: 'out',
      status: 'INACTIVE',
      sort: 'PRICE_DESC',
    };
    expect(read(writeFilters(filters).toString())).toEqual(filters);
  });

  it('are omitted from the URL when unset', () => {
    expect(writeFilters(read('')).toString()).toBe('');
  });

  it('ignore invalid values', () => {
    expect(read('date=2026-02-30&sort=price&kind=x&stock=maybe&status=active')).toEqual({
      ...{ search: '', date: '', kind: '', stock: '', status: '', sort: 'NEWEST' },
    });
    expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200);
  });
});
