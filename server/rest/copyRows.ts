import { importColumns } from '../products/productFields';
import type { EndpointRow } from './endpoint';
import { dateTimeSchema, truthOf } from './queryParameters';
import { enumValue } from './restShape';

const fileFields = importColumns.map((column) => (column === 'inStock' ? 'inStock: purchasable' : column)).join(' ');

/** Synchronizing a copy of the products, and importing it again. */
export const copyRows: readonly EndpointRow[] = [
  {
    rows: ['M51'],
    method: 'GET',
    path: '/removedProducts',
    summary:
      'What is not in the catalogue any more, in the order in which it left: what was deleted, for 90 days, and what is inactive.',
    query: {
      changedSince: {
        schema: dateTimeSchema,
        required: true,
        description: 'Those that left it then or later. It may not be more than 90 days ago.',
      },
    },
    operation: 'removedProducts',
    document:
      'query RemovedProducts($changedSince: DateTime!, $first: Int!, $after: String) { removedProducts(changedSince: $changedSince, first: $first, after: $after) { nodes { id updatedAt reason } pageInfo { endCursor hasNextPage } } }',
    variables: ({ query }) => ({ changedSince: query['changedSince'] }),
    list: true,
  },
  {
    rows: ['M51'],
    method: 'GET',
    path: '/products.csv',
    summary:
      'Every product, active or not, newest first, as a file that a spreadsheet opens safely and that can be imported as it is.',
    operation: 'allProducts',
    document: `query ExportProducts($first: Int!, $after: String) { allProducts(first: $first, after: $after) { nodes { ${fileFields} } pageInfo { endCursor hasNextPage } } }`,
    list: true,
    csv: 'given',
  },
  {
    rows: ['M63'],
    method: 'POST',
    path: '/products.csv',
    summary:
      'Creates and changes products by the rows of a product file; one that is refused does not stop the others.',
    query: {
      dryRun: {
        description: 'Whether to tell what would happen without changing anything.',
        schema: { type: 'boolean', default: false },
      },
      numberFormat: {
        description:
          'Which sign stands before the decimals of a number that can be read two ways, such as 1,299; by default as the other numbers of the file show it.',
        schema: { type: 'string', enum: ['point', 'comma'] },
      },
    },
    operation: 'importProducts',
    document:
      'mutation ImportProducts($input: ImportProductsInput!) { importProducts(input: $input) { results { row outcome product { id slug version } errors { column message code } } } }',
    csv: 'taken',
    variables: ({ query: { dryRun = 'false', numberFormat }, body: { rows } }) => ({
      input: {
        ...{ rows, dryRun: truthOf(dryRun) },
        ...(numberFormat !== undefined && { numberFormat: enumValue(numberFormat, ['point', 'comma']) }),
      },
    }),
    part: 'results',
  },
];
