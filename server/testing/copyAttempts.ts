import { productFileOf } from './restBody';

/** The calls of the access test to the lists and files from which a copy of the products is made. */
export const copyAttempts = {
  removedProducts: () => ({
    query: 'query R($since: DateTime!) { removedProducts(changedSince: $since) { nodes { id } } }',
    variables: { since: new Date().toISOString() },
    rest: { method: 'GET', path: `/removedProducts?changedSince=${new Date().toISOString()}` },
  }),
  allProducts: () => ({
    query: '{ allProducts { totalCount } }',
    variables: {},
    rest: { method: 'GET', path: '/products.csv' },
  }),
  importProducts: () => ({
    query: 'mutation I($input: ImportProductsInput!) { importProducts(input: $input) { results { outcome } } }',
    variables: { input: { rows: [{ name: 'Kettle', price: '5' }], dryRun: false } },
    rest: {
      method: 'POST',
      path: '/products.csv',
      body: productFileOf([{ name: 'Kettle', price: '5' }]),
      headers: { 'content-type': 'text/csv' },
    },
  }),
};
