import type { ApolloCache, TypedDocumentNode } from '@apollo/client';
import { ProductDocument, ProductsDocument } from '../__generated__/operations';

const documents: Record<string, TypedDocumentNode<unknown, Record<string, unknown>>> = {
  Products: ProductsDocument as TypedDocumentNode<unknown, Record<string, unknown>>,
  Product: ProductDocument as TypedDocumentNode<unknown, Record<string, unknown>>,
};

/** The HTML brings the first screen's data; where it does not, or they cannot be read, the screen asks for them itself. */
export function restorePageData(cache: ApolloCache, block = document.getElementById('page-data')): void {
  if (!block) return;
  try {
    const { operation, variables, data } = JSON.parse(block.textContent ?? '') as Record<string, unknown>;
    const query = documents[String(operation)];
    if (query && data) cache.writeQuery({ query, variables: variables as Record<string, unknown>, data });
  } catch {
    // Damaged on its way: as good as missing.
  }
}
