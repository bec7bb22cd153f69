import { actsForShop, signedInIfPossible } from '../auth/authorize';
import type { Context } from '../context';
import { writeProductFile } from '../products/productFile';
import type { Endpoint } from './endpoint';
import { restShape } from './restShape';

/** Serializes a list page by page. */
export interface ListFormat {
  readonly type: string;
  /** For file downloads. */
  readonly fileName?: string;
  readonly begin: string;
  /** The rows of a page; '' if empty. */
  readonly rows: (nodes: readonly unknown[]) => string;
  readonly between: string;
  readonly end: string;
}

const jsonFormat: ListFormat = {
  ...{ type: 'json', begin: '[', between: ',', end: ']' },
  rows: (nodes) => nodes.map((node) => JSON.stringify(restShape(node))).join(','),
};

export async function formatOf({ csv }: Endpoint, context: Context): Promise<ListFormat> {
  if (csv !== 'given') return jsonFormat;
  // An invisible count would be imported as 'not tracked'.
  const { header, lines } = writeProductFile(actsForShop(await signedInIfPossible(context), 'read:stock'));
  return {
    ...{ type: 'csv', begin: header, between: '', end: '' },
    fileName: `products-${context.now().toISOString().slice(0, 10)}.csv`,
    rows: (nodes) => lines(nodes.map((node) => restShape(node) as Readonly<Record<string, unknown>>)),
  };
}
