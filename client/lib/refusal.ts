import { CombinedGraphQLErrors } from '@apollo/client/errors';

export interface Refusal {
  message: string;
  code: string;
  /** The input field that the server would not take. */
  field: string | undefined;
}

/** What the server said no with; undefined when it gave no answer that was meant to be read. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!CombinedGraphQLErrors.is(error)) return undefined;
  const first = error.errors[0];
  const code = first?.extensions?.['code'];
  if (!first || typeof code !== 'string' || code === 'INTERNAL_SERVER_ERROR') return undefined;
  const field = first.extensions?.['field'];
  return { message: first.message, code, field: typeof field === 'string' ? field : undefined };
}
