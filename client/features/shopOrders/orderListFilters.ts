import type { OrderFilter, OrderSort } from '../../__generated__/lazyOperations';
import { dayRange } from '../../lib/dayRange';
import { normalizeSearch } from '../../lib/normalizeSearch';
import { filteredStatuses } from './orderLabels';

type Filtered<Of extends keyof typeof filteredStatuses> = keyof (typeof filteredStatuses)[Of] | '';

/** Kept in the URL, so that Back and a reload restore them; '' for any. */
export interface OrderListFilters {
  search: string;
  needsAttention: boolean;
  toShip: boolean;
  status: Filtered<'order'>;
  payment: Filtered<'payment'>;
  fulfillment: Filtered<'fulfillment'>;
  /** 'YYYY-MM-DD', as is `to`. */
  from: string;
  to: string;
  sort: OrderSort;
}

const sorts = ['NEWEST', 'OLDEST', 'TOTAL_DESC', 'TOTAL_ASC'] as const satisfies readonly OrderSort[];

/** '' for an unknown value. */
export const keyIn = <Key extends string>(labels: Readonly<Record<Key, unknown>>, text: string | null): Key | '' => {
  const isKey = (key: string): key is Key => Object.hasOwn(labels, key);
  return text !== null && isKey(text) ? text : '';
};

const dayIn = (text: string | null): string => (text !== null && dayRange(text) ? text : '');

export const readFilters = (params: URLSearchParams): OrderListFilters => ({
  search: normalizeSearch(params.get('search') ?? ''),
  needsAttention: params.get('needsAttention') === 'true',
  toShip: params.get('toShip') === 'true',
  status: keyIn(filteredStatuses.order, params.get('status')),
  payment: keyIn(filteredStatuses.payment, params.get('payment')),
  fulfillment: keyIn(filteredStatuses.fulfillment, params.get('fulfillment')),
  from: dayIn(params.get('from')),
  to: dayIn(params.get('to')),
  sort: sorts.find((sort) => sort === params.get('sort')) ?? 'NEWEST',
});

export function writeFilters({ needsAttention, toShip, sort, ...others }: OrderListFilters): URLSearchParams {
  const tab = { needsAttention: needsAttention ? 'true' : '', toShip: toShip ? 'true' : '' };
  const texts = { ...tab, ...others, sort: sort === 'NEWEST' ? '' : sort };
  return new URLSearchParams(Object.entries(texts).filter(([, text]) => text !== ''));
}

/** Null without a filter. Both days are whole days in the browser's time zone. */
export function toOrderFilter(filters: Omit<OrderListFilters, 'sort'>): OrderFilter | null {
  const { search, needsAttention, toShip, status, payment, fulfillment } = filters;
  const from = dayRange(filters.from)?.from;
  const to = dayRange(filters.to)?.to;
  const filter = {
    ...(search !== '' && { search }),
    ...(needsAttention && { needsAttention }),
    ...(toShip && { toShip }),
    ...(status !== '' && { status }),
    ...(payment !== '' && { paymentStatus: payment }),
    ...(fulfillment !== '' && { fulfillmentStatus: fulfillment }),
    ...(from && { from: from.toISOString() }),
    ...(to && { to: to.toISOString() }),
  };
  return Object.keys(filter).length === 0 ? null : filter;
}

const ofTab = { needsAttention: false, toShip: false, status: '', fulfillment: '' } as const;
const tabFilters = {
  all: ofTab,
  needsAttention: { ...ofTab, needsAttention: true },
  toShip: { ...ofTab, toShip: true },
} as const satisfies Readonly<Record<string, Pick<OrderListFilters, keyof typeof ofTab>>>;

export type OrderTab = keyof typeof tabFilters;

/** Only the tab's own filter. */
export const filtersOf = (tab: OrderTab): Omit<OrderListFilters, 'sort'> => ({
  ...{ search: '', payment: '', from: '', to: '' },
  ...tabFilters[tab],
});

/** Next to the tab's own filter the others can be changed individually. */
export function tabOf({ needsAttention, toShip }: Pick<OrderListFilters, 'needsAttention' | 'toShip'>): OrderTab {
  if (needsAttention) return 'needsAttention';
  return toShip ? 'toShip' : 'all';
}

/** A tab replaces its own filters: the search, the days and the payment stay. */
export const switchTo = (tab: OrderTab): Partial<OrderListFilters> => tabFilters[tab];

/** The number of filters beyond the tab's own; the search is visible beside them. */
export const countFilters = (filters: OrderListFilters): number =>
  (['status', 'payment', 'fulfillment', 'from', 'to'] as const).filter((key) => filters[key] !== '').length;

export const isFiltered = (filters: OrderListFilters): boolean => filters.search !== '' || countFilters(filters) > 0;
