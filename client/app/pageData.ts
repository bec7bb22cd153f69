import type { ApolloCache, DocumentNode } from '@apollo/client';
import { DeliveryDocument, ProductDocument, ProductsDocument } from '../__generated__/operations';
import type { pageQueries } from './pageQueries';

type Operation = (typeof pageQueries)[keyof typeof pageQueries]['operation'];

const documents: Record<Operation, DocumentNode> = {
  Products: ProductsDocument,
  Product: ProductDocument,
  Delivery: DeliveryDocument,
};

/** The data in the HTML for its first screen: an operation and its result; null: rendered without. */
export type PageData = Readonly<Record<string, unknown>> | null;

/** undefined: the block is missing or corrupt; the first screen then fetches its data. */
export function readPageData(block = document.getElementById('page-data')): PageData | undefined {
  try {
    return block ? (JSON.parse(block.textContent ?? '') as PageData) : undefined;
  } catch {
    return undefined;
  }
}

export function restorePageData(cache: ApolloCache, pageData: PageData | undefined): void {
  const { operation, variables, data } = pageData ?? {};
  const query: DocumentNode | undefined = documents[operation as Operation];
  if (query && data) cache.writeQuery({ query, variables: variables as Record<string, unknown>, data });
}
