import type { StoreItemFilter } from '../../__generated__/lazyOperations';
import { dayRange } from '../../lib/dayRange';
import type { ItemFilters } from './itemListParams';

/** The day as an interval, which the server filters by. */
export function toItemFilter({ search, date, kind, stock, status }: Omit<ItemFilters, 'sort'>): StoreItemFilter {
  const day = dayRange(date);
  return {
    ...(search !== '' && { search }),
    ...(kind !== '' && { kind }),
    ...(stock !== '' && { inStock: stock === 'in' }),
    ...(status !== '' && { status }),
    ...(day && { createdFrom: day.from.toISOString(), createdTo: day.to.toISOString() }),
  };
}
