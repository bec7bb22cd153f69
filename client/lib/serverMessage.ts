import { CombinedGraphQLErrors } from '@apollo/client';
import { messageOf } from './apiError';

/** The server's message, or the specification's for this call (section 8). */
export function serverMessage(error: unknown, fallback: string): string {
  const [first] = CombinedGraphQLErrors.is(error) ? error.errors : [];
  return (first && messageOf(first)) || fallback;
}
