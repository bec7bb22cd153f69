/**
 * @jest-environment jsdom
 */
import { InMemoryCache } from '@apollo/client';
import { ProductsDocument } from '../__generated__/operations';
import { readPageData, restorePageData } from './pageData';

const variables = { sort: 'NEWEST', first: 4 } as const;
const products = {
  __typename: 'ProductConnection',
  nodes: [],
  pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
  totalCount: 0,
  totalCountIsExact: true,
  hiddenAbovePrice: 0,
};

function restored(text: string | null): unknown {
  document.body.innerHTML = text === null ? '' : '<script type="application/json" id="page-data"></script>';
  const block = document.getElementById('page-data');
  if (block) block.textContent = text;
  const cache = new InMemoryCache();
  restorePageData(cache, readPageData());
  return cache.readQuery({ query: ProductsDocument, variables });
}

const whole = JSON.stringify({ operation: 'Products', variables, data: { products } });

test('restores the query result from the data block in the HTML', () => expect(restored(whole)).toEqual({ products }));

test.each([
  ['missing', null],
  ['empty', ''],
  ['cut off', whole.slice(0, -20)],
  ['null', 'null'],
  ['of an unknown operation', whole.replace('Products', 'Nothing')],
  ['without data', JSON.stringify({ operation: 'Products', variables })],
  ['without a field', whole.replace('"totalCount":0,', '')],
])('ignores a data block that is %s', (_what, text) => {
  const silent = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(restored(text)).toBeNull();
  silent.mockRestore();
});
