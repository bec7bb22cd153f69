import type { ApolloServer } from '@apollo/server';
import { queryTexts } from '../__generated__/queryTexts';
import type { CreateContext, RequestContext, RequestState } from '../http/requestState';
import type { PageCall } from './describePage';

/** How long a page waits for its data before it goes out without; the client then asks for itself. */
export const patienceMs = 300;

export interface PageDataParts {
  readonly apollo: ApolloServer<RequestContext>;
  readonly createContext: CreateContext;
  readonly waitMs?: number | undefined;
}

export type ReadPageData = (state: RequestState, call: PageCall) => Promise<Record<string, unknown> | null>;

/**
 * The first screen's data by the very operation that the client would send, for nobody in particular: the page is the same
 * for everybody. null: too slow, refused or failed.
 */
export function createPageData({ apollo, createContext, waitMs = patienceMs }: PageDataParts): ReadPageData {
  return async (state, { operation, variables }) => {
    const run = async () => {
      const forNobody = { idempotencyKey: null, signedIn: () => Promise.resolve(null) };
      const { body } = await apollo.executeOperation(
        { query: queryTexts[operation], operationName: operation, variables },
        { contextValue: { ...createContext(state), ...forNobody } },
      );
      if (body.kind !== 'single' || body.singleResult.errors) return null;
      return body.singleResult.data ?? null;
    };
    return within(
      waitMs,
      run().catch(() => null),
    );
  };
}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds, null);
    void work.then((result) => {
      clearTimeout(timer);
      resolve(result);
    });
  });
}
