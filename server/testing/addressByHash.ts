import { createHash } from 'node:crypto';
import { queryTexts } from '../__generated__/queryTexts';

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export interface AskedByHash {
  readonly operationName: keyof typeof queryTexts;
  readonly variables?: object;
}

/** Where a GET asks for an operation of the client's. `changed`: parameters in place of the right ones. */
export function addressByHash(
  { operationName, variables = {} }: AskedByHash,
  changed: Readonly<Record<string, string>> = {},
): string {
  const hash = sha256(queryTexts[operationName]);
  const parameters = { operationName, hash, variables: JSON.stringify(variables), ...changed };
  return `/graphql?${new URLSearchParams(parameters)}`;
}
