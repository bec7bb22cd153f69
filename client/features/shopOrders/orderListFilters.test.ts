import {
  countFilters,
  filtersOf,
  isFiltered,
  type OrderListFilters,
  readFilters,
  switchTo,
  tabOf,
  toOrderFilter,
  writeFilters,
} from './orderListFilters';

const none: OrderListFilters = { ...filtersOf('all'), sort: 'NEWEST' };
const every: OrderListFilters = {
  ...{ search: 'anna', needsAttention: true, toShip: true, status: 'PLACED', payment: 'FAILED' },
  fulfillment: 'DELIVERED',
  ...{ from: '2026-11-18', to: '2026-11-25', sort: 'TOTAL_DESC' },
};

test('C41 filters of orders are written to the URL and read from it, and invalid values are ignored', () => {
  expect(readFilters(writeFilters(every))).toEqual(every);
  expect(writeFilters(none).toString()).toBe('');
  // Statuses that no order has.
  expect(readFilters(new URLSearchParams('payment=PENDING&fulfillment=RETURNED'))).toEqual(none);
  const wrong =
    'status=LOST&payment=toString&fulfillment=&from=2026-02-30&to=soon&sort=NAME&needsAttention=1&toShip=yes';
  expect(readFilters(new URLSearchParams(wrong))).toEqual(none);
});

test('C41 queries whole local days and omits unset filters', () => {
  expect(toOrderFilter(none)).toBeNull();
  expect(toOrderFilter(every)).toEqual({
    ...{ search: 'anna', needsAttention: true, toShip: true, status: 'PLACED' },
    ...{ paymentStatus: 'FAILED', fulfillmentStatus: 'DELIVERED' },
    from: new Date(2026, 10, 18).toISOString(),
    to: new Date(2026, 10, 26).toISOString(),
  });
});

test('a tab can be combined with other filters; switching tabs keeps search, days and payment', () => {
  const toShip = { ...none, search: 'anna', from: '2026-11-18', ...switchTo('toShip') };
  expect([tabOf(none), tabOf(every), tabOf(toShip)]).toEqual(['all', 'needsAttention', 'toShip']);
  expect(toOrderFilter({ ...none, ...switchTo('toShip') })).toEqual({ toShip: true });
  const partly = { ...toShip, fulfillment: 'PARTIALLY_FULFILLED' } as const;
  expect([tabOf(partly), countFilters(partly)]).toEqual(['toShip', 2]);
  expect({ ...partly, ...switchTo('all') }).toEqual({ ...none, search: 'anna', from: '2026-11-18' });
});

test('the filter that a tab stands for is not counted', () => {
  expect(
    [none, { ...none, ...switchTo('toShip') }, { ...none, ...switchTo('needsAttention') }].map(isFiltered),
  ).toEqual([false, false, false]);
  expect(countFilters(every)).toBe(5);
  expect(countFilters({ ...none, ...switchTo('toShip'), payment: 'PAID' })).toBe(1);
  expect(countFilters({ ...none, search: 'anna' })).toBe(0);
  expect(isFiltered({ ...none, search: 'anna' })).toBe(true);
});
