import { CombinedGraphQLErrors } from '@apollo/client/errors';

/** The header of a failed call, as `apiLink` hands it on. */
export function retryAfterOf(error: unknown): string | undefined {
  const value = CombinedGraphQLErrors.is(error) ? error.extensions?.['retryAfter'] : undefined;
  return typeof value === 'string' ? value : undefined;
}
