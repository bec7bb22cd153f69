import { headersOf, inDocument } from './createFetcher';

test('only an operation name that the document lacks is omitted', () => {
  const query = 'query Counts { counts { orders } }';
  expect(inDocument({ query, operationName: 'Products' })).toEqual({ query });
  expect(inDocument({ query, operationName: 'Counts' })).toEqual({ query, operationName: 'Counts' });
  const broken = { query: 'query Counts {', operationName: 'Counts' };
  expect(inDocument(broken)).toBe(broken);
});

test('a header of the tab is sent instead of the account, however it is written', () => {
  expect(headersOf('of-the-account').get('authorization')).toBe('Bearer of-the-account');
  const headers = headersOf('of-the-account', { Authorization: 'Bearer kiosk_live_1', 'X-Request-Id': 'a' });
  expect([headers.get('authorization'), headers.get('x-request-id')]).toEqual(['Bearer kiosk_live_1', 'a']);
  expect(headersOf('').get('authorization')).toBeNull();
});
