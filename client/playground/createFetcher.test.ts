import { inDocument } from './createFetcher';

test('only an operation name that the document lacks is omitted', () => {
  const query = 'query Counts { counts { orders } }';
  expect(inDocument({ query, operationName: 'Products' })).toEqual({ query });
  expect(inDocument({ query, operationName: 'Counts' })).toEqual({ query, operationName: 'Counts' });
  const broken = { query: 'query Counts {', operationName: 'Counts' };
  expect(inDocument(broken)).toBe(broken);
});
