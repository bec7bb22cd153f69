import { readFilters, toFilter, writeFilters } from './deliveryFilters';

const none = { endpoint: '', status: '', event: '' } as const;

describe('the filters of the deliveries', () => {
  it('are written to the URL and read from it', () => {
    const filters = { endpoint: 'w1', status: 'FAILED', event: 'ORDER_PLACED' } as const;
    expect(readFilters(writeFilters(filters))).toEqual(filters);
    expect(toFilter(filters)).toEqual({ endpointId: 'w1', status: 'FAILED', eventType: 'ORDER_PLACED' });
    expect(toFilter(none)).toEqual({});
  });

  it('ignore unknown values, also those with the name of a property of every object', () => {
    for (const value of ['NOTHING', 'constructor', '__proto__'])
      expect(readFilters(new URLSearchParams({ status: value, event: value }))).toEqual(none);
  });
});
