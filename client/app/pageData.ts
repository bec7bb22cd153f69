import type { ApolloCache, TypedDocumentNode } from '@apollo/client';
import { ProductDocument, ProductsDocument } from '../__generated__/operations';

const documents: Record<string, TypedDocumentNode<unknown, Record<string, unknown>>> = {
  Products: ProductsDocument as TypedDocumentNode<unknown, Record<string, unknown>>,
  Product: ProductDocument as TypedDocumentNode<unknown, Record<string, unknown>>,
};

/** What the HTML brings for its first screen: an operation and its answer; null: the page was drawn without them. */
export type PageData = Readonly<Record<string, unknown>> | null;

/** undefined: the block is missing or damaged on its way; the first screen then asks for itself. */
export function readPageData(block = document.getElementById('page-data')): PageData | undefined {
  try {
    return block ? (JSON.parse(block.textContent ?? '') as PageData) : undefined;
  } catch {
    return undefined;
  }
}

export function restorePageData(cache: ApolloCache, pageData: PageData | undefined): void {
  const { operation, variables, data } = pageData ?? {};
  const query = documents[String(operation)];
  if (query && data) cache.writeQuery({ query, variables: variables as Record<string, unknown>, data });
}
