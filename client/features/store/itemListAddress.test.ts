import { changeItemList, firstPlace, itemListFromSearch, searchFromItemList } from './itemListAddress';

const read = (search: string) => itemListFromSearch(new URLSearchParams(search));

describe('the state of a product table in the address', () => {
  it('comes back as it was written', () => {
    const state = {
      search: 'a&b=c',
      date: '2026-11-18',
      sort: 'PRICE_DESC',
      place: { after: 'x+/=', before: 24 },
    } as const;
    expect(read(searchFromItemList(state).toString())).toEqual(state);
  });

  it('is short where nothing is chosen', () => {
    expect(searchFromItemList(read('')).toString()).toBe('');
  });

  it('takes what makes no sense for nothing chosen', () => {
    expect(read('date=2026-02-30&sort=price&after=x&before=-1')).toEqual({
      search: '',
      date: '',
      sort: 'NEWEST',
      place: firstPlace,
    });
    expect(read('before=24').place).toEqual(firstPlace);
    expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200);
  });

  it('starts at the first page when the list changes', () => {
    const third = read('sort=NAME&after=x&before=48');
    expect(changeItemList(third, { date: '2026-11-18' })).toEqual({ ...third, date: '2026-11-18', place: firstPlace });
    expect(changeItemList(third, { place: { after: 'y', before: 72 } }).place).toEqual({ after: 'y', before: 72 });
  });
});
