import { headersOf, inDocument } from './createFetcher';

test('omits only an operation name that the document does not define', () => {
  const query = 'query Counts { counts { orders } }';
  expect(inDocument({ query, operationName: 'Products' })).toEqual({ query });
  expect(inDocument({ query, operationName: 'Counts' })).toEqual({ query, operationName: 'Counts' });
  const broken = { query: 'query Counts {', operationName: 'Counts' };
  expect(inDocument(broken)).toBe(broken);
});

test('a header typed in the tab overrides the account’s, in any letter case', () => {
  expect(headersOf('of-the-account').get('authorization')).toBe('Bearer of-the-account');
  const headers = headersOf('of-the-account', { Authorization: 'Bearer kiosk_live_1', 'X-Request-Id': 'a' });
  expect([headers.get('authorization'), headers.get('x-request-id')]).toEqual(['Bearer kiosk_live_1', 'a']);
  expect(headersOf('').get('authorization')).toBeNull();
});
