import { createHash } from 'node:crypto';
import { queryTexts } from '../__generated__/queryTexts';

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export interface AskedByHash {
  readonly operationName: keyof typeof queryTexts;
  readonly variables?: object;
}

/** The address of a GET for one of the client's operations. `changed`: parameters that replace the right ones. */
export function addressByHash(
  { operationName, variables = {} }: AskedByHash,
  changed: Readonly<Record<string, string>> = {},
): string {
  const hash = sha256(queryTexts[operationName]);
  const parameters = { operationName, hash, variables: JSON.stringify(variables), ...changed };
  return `/graphql?${new URLSearchParams(parameters)}`;
}
