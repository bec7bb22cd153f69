import type { ApolloServer } from '@apollo/server';
import { queryTexts } from '../__generated__/queryTexts';
import type { CreateContext, RequestContext, RequestState } from '../http/requestState';
import type { PageCall } from './describePage';

/**
 * How long a page waits for its data, in milliseconds, before it is sent without; the client then loads it. Product
 * pages wait as long as a database request, since the status (200, 301 or 404) depends on the product.
 */
const patientMs = 1_500;
const timeoutMsOf = (operation: PageCall['operation']) => (operation === 'Product' ? patientMs : 300);

export interface PageDataDeps {
  readonly apollo: ApolloServer<RequestContext>;
  readonly createContext: CreateContext;
  readonly waitMs?: number | undefined;
}

export type ReadPageData = (state: RequestState, call: PageCall) => Promise<Record<string, unknown> | null>;

/**
 * The first screen's data by the client's own query, as an anonymous caller: the page is identical for everyone. null:
 * timed out, rejected or failed.
 */
export function createPageData({ apollo, createContext, waitMs }: PageDataDeps): ReadPageData {
  // A process's first response takes several times as long as later ones, mostly not due to the database.
  let hasAnswered = false;
  return async (state, { operation, variables }) => {
    const run = async () => {
      const anonymous = { idempotencyKey: null, signedIn: () => Promise.resolve(null) };
      const { body } = await apollo.executeOperation(
        { query: queryTexts[operation], operationName: operation, variables },
        { contextValue: { ...createContext(state), ...anonymous } },
      );
      if (body.kind !== 'single' || body.singleResult.errors) return null;
      hasAnswered = true;
      return body.singleResult.data ?? null;
    };
    return nullOnTimeout(
      run().catch(() => null),
      waitMs ?? (hasAnswered ? timeoutMsOf(operation) : patientMs),
    );
  };
}

function nullOnTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds, null);
    void work.then((result) => {
      clearTimeout(timer);
      resolve(result);
    });
  });
}
