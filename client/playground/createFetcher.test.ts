import { inDocument } from './createFetcher';

test('an operation name that the document does not know is left out, and only that', () => {
  const query = 'query Counts { counts { orders } }';
  expect(inDocument({ query, operationName: 'Products' })).toEqual({ query });
  expect(inDocument({ query, operationName: 'Counts' })).toEqual({ query, operationName: 'Counts' });
  const broken = { query: 'query Counts {', operationName: 'Counts' };
  expect(inDocument(broken)).toBe(broken);
});
