import type { StockFilter, StockState } from '../../__generated__/lazyOperations';
import { normalizeSearch } from '../../lib/normalizeSearch';

/** Kept in the URL, so that Back and a reload restore them. */
export interface StockFilters {
  search: string;
  state: StockState | '';
}

export const stateChoices = [
  ['', 'All'],
  ['LOW', 'Low'],
  ['SOLD_OUT', 'Sold out'],
  ['TO_REORDER', 'To reorder'],
  ['NOT_COUNTED', 'Not counted'],
] as const satisfies readonly (readonly [StockState | '', string])[];

export function readFilters(params: URLSearchParams): StockFilters {
  return {
    search: normalizeSearch(params.get('search') ?? ''),
    state: stateChoices.find(([state]) => state === params.get('state'))?.[0] ?? '',
  };
}

export function writeFilters({ search, state }: StockFilters): URLSearchParams {
  return new URLSearchParams(Object.entries({ search, state }).filter(([, value]) => value !== ''));
}

/** Null without a filter. */
export function toStockFilter({ search, state }: StockFilters): StockFilter | null {
  if (search === '' && state === '') return null;
  return { ...(search !== '' && { search }), ...(state !== '' && { state }) };
}
