import { dayRange } from '../../lib/dayRange';
import { normalizeSearch } from '../../lib/normalizeSearch';

export const itemSorts = ['NEWEST', 'OLDEST', 'NAME', 'PRICE_ASC', 'PRICE_DESC'] as const;
export type ItemSort = (typeof itemSorts)[number];

export const itemKinds = ['', 'PRODUCT', 'STORE_ENTRY'] as const;
export const itemStocks = ['', 'in', 'out'] as const;
export const itemStatuses = ['', 'ACTIVE', 'INACTIVE'] as const;

export interface ItemFilters {
  search: string;
  /** 'YYYY-MM-DD', empty for any. */
  date: string;
  /** '' for any, as in the next two. */
  kind: (typeof itemKinds)[number];
  stock: (typeof itemStocks)[number];
  status: (typeof itemStatuses)[number];
  sort: ItemSort;
}

export function readFilters(params: URLSearchParams): ItemFilters {
  const date = params.get('date') ?? '';
  return {
    search: normalizeSearch(params.get('search') ?? ''),
    date: dayRange(date) ? date : '',
    kind: oneOf(itemKinds, params.get('kind')),
    stock: oneOf(itemStocks, params.get('stock')),
    status: oneOf(itemStatuses, params.get('status')),
    sort: itemSorts.find((sort) => sort === params.get('sort')) ?? 'NEWEST',
  };
}

const oneOf = <Value extends string>(values: readonly [Value, ...Value[]], text: string | null): Value =>
  values.find((value) => value === text) ?? values[0];

export function writeFilters({ search, date, kind, stock, status, sort }: ItemFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (date) params.set('date', date);
  if (kind) params.set('kind', kind);
  if (stock) params.set('stock', stock);
  if (status) params.set('status', status);
  if (sort !== 'NEWEST') params.set('sort', sort);
  return params;
}
