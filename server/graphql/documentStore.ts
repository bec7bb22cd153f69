import type { DocumentNode } from 'graphql';
import { createBoundedCache } from '../cache/boundedCache';
import { documentSize } from './documentSize';

/** Apollo's document store, bounded: callers who never repeat a document must not exhaust the memory. */
export function createDocumentStore() {
  const documents = createBoundedCache<DocumentNode>('documents', documentSize);
  return {
    get: async (key: string) => documents.get(key),
    set: async (key: string, document: DocumentNode) => void documents.set(key, document),
    delete: async (key: string) => documents.delete(key),
  };
}
