import { CombinedGraphQLErrors } from '@apollo/client/errors';
import type { GraphQLFormattedError } from 'graphql';

export interface ApiError {
  message: string;
  code: string;
  /** The rejected input field. */
  field: string | undefined;
}

/** For coercion errors `message` is GraphQL's; `fieldMessage` is the one for users. */
export function messageOf({ message, extensions }: GraphQLFormattedError): string {
  const fieldMessage = extensions?.['fieldMessage'];
  return typeof fieldMessage === 'string' ? fieldMessage : message;
}

/** The server's first error; undefined for network and internal errors. */
export function apiErrorOf(error: unknown): ApiError | undefined {
  if (!CombinedGraphQLErrors.is(error)) return undefined;
  const first = error.errors[0];
  const code = first?.extensions?.['code'];
  if (!first || typeof code !== 'string' || code === 'INTERNAL_SERVER_ERROR') return undefined;
  const field = first.extensions?.['field'];
  return { message: messageOf(first), code, field: typeof field === 'string' ? field : undefined };
}
