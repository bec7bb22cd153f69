import { CombinedGraphQLErrors } from '@apollo/client/errors';
import type { GraphQLFormattedError } from 'graphql';

export interface Refusal {
  message: string;
  code: string;
  /** The input field that the server would not take. */
  field: string | undefined;
}

/** Of a value that is not of its type the message speaks as GraphQL does; people are told of the field alone. */
export function sentenceOf({ message, extensions }: GraphQLFormattedError): string {
  const fieldMessage = extensions?.['fieldMessage'];
  return typeof fieldMessage === 'string' ? fieldMessage : message;
}

/** What the server said no with; undefined when it gave no answer that was meant to be read. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!CombinedGraphQLErrors.is(error)) return undefined;
  const first = error.errors[0];
  const code = first?.extensions?.['code'];
  if (!first || typeof code !== 'string' || code === 'INTERNAL_SERVER_ERROR') return undefined;
  const field = first.extensions?.['field'];
  return { message: sentenceOf(first), code, field: typeof field === 'string' ? field : undefined };
}
