import { readFilters, toUserFilter, writeFilters } from './userFilters';

const all = { search: '', role: '', sort: 'NEWEST' } as const;

describe('the filters of All Users', () => {
  it('are written to the URL and read from it', () => {
    const filters = { search: 'ann & co', role: 'ADMIN', sort: 'EMAIL' } as const;
    expect(readFilters(writeFilters(filters))).toEqual(filters);
    expect(writeFilters(all).toString()).toBe('');
    expect(readFilters(new URLSearchParams('role=KING&sort=LUCK'))).toEqual(all);
  });

  it('query all users, or by part of a name and role', () => {
    expect(toUserFilter(all)).toBeNull();
    expect(toUserFilter(readFilters(new URLSearchParams('search=+ann+&role=USER')))).toEqual({
      search: 'ann',
      role: 'USER',
    });
  });
});
