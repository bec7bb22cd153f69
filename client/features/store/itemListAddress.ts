import { dayRange } from '../../lib/dayRange';
import { tidySearch } from '../../lib/tidySearch';

export const itemSorts = ['NEWEST', 'OLDEST', 'NAME', 'PRICE_ASC', 'PRICE_DESC'] as const;
export type ItemSort = (typeof itemSorts)[number];

export interface ItemFilters {
  search: string;
  /** 'YYYY-MM-DD', empty for any. */
  date: string;
  sort: ItemSort;
}

export function readFilters(params: URLSearchParams): ItemFilters {
  const date = params.get('date') ?? '';
  return {
    search: tidySearch(params.get('search') ?? ''),
    date: dayRange(date) ? date : '',
    sort: itemSorts.find((sort) => sort === params.get('sort')) ?? 'NEWEST',
  };
}

export function writeFilters({ search, date, sort }: ItemFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (date) params.set('date', date);
  if (sort !== 'NEWEST') params.set('sort', sort);
  return params;
}
