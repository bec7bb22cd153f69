import { CombinedGraphQLErrors } from '@apollo/client';
import { sentenceOf } from './refusal';

/** The server's own sentence, else what the specification says for this call (section 8). */
export function serverMessage(error: unknown, otherwise: string): string {
  const [first] = CombinedGraphQLErrors.is(error) ? error.errors : [];
  return (first && sentenceOf(first)) || otherwise;
}
