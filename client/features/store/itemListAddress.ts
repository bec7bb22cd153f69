import { dayRange } from '../../lib/dayRange';

export const itemSorts = ['NEWEST', 'OLDEST', 'NAME', 'PRICE_ASC', 'PRICE_DESC'] as const;
export type ItemSort = (typeof itemSorts)[number];

/** Where a page begins: after which row, and how many rows stand before it. */
export interface PagePlace {
  after: string | null;
  before: number;
}

export interface ItemListState {
  search: string;
  /** 'YYYY-MM-DD', empty for any. */
  date: string;
  sort: ItemSort;
  place: PagePlace;
}

export const firstPlace: PagePlace = { after: null, before: 0 };

export function itemListFromSearch(params: URLSearchParams): ItemListState {
  const date = params.get('date') ?? '';
  const after = params.get('after');
  const before = Number(params.get('before') ?? 0);
  const isPlace = after !== null && Number.isSafeInteger(before) && before > 0;
  return {
    search: (params.get('search') ?? '').slice(0, 200),
    date: dayRange(date) ? date : '',
    sort: itemSorts.find((sort) => sort === params.get('sort')) ?? 'NEWEST',
    place: isPlace ? { after, before } : firstPlace,
  };
}

export function searchFromItemList({ search, date, sort, place }: ItemListState): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (date) params.set('date', date);
  if (sort !== 'NEWEST') params.set('sort', sort);
  if (place.after !== null) {
    params.set('before', String(place.before));
    params.set('after', place.after);
  }
  return params;
}

/** A change of what is listed, or in which order, starts at the first page again. */
export function changeItemList(state: ItemListState, change: Partial<ItemListState>): ItemListState {
  return { ...state, place: firstPlace, ...change };
}
