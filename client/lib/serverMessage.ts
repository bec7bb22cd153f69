import { CombinedGraphQLErrors } from '@apollo/client';

/** The server's own sentence, else what the specification says for this call (section 8). */
export function serverMessage(error: unknown, otherwise: string): string {
  return (CombinedGraphQLErrors.is(error) && error.errors[0]?.message) || otherwise;
}
