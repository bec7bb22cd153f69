import { countResult } from './aggregationStages';
import { compileFlatProjection } from './flatProjection';
import { compileFilter, type Condition } from './matcher';
import { matchesStored } from './matchesStored';
import type { StoredDocument } from './records';
import { toNumber, type Doc } from './values';

/** The end of a pipeline that stored bytes can go through as they are. */
export interface Tail {
  readonly accepts: (stored: StoredDocument) => boolean;
  readonly most: number;
  readonly bytes: (stored: StoredDocument) => Uint8Array;
  /** What is said of so many documents, where only their number is asked for. */
  readonly result: ((count: number) => Doc[]) | undefined;
}

/**
 * Of sound stages: at most a filter, a limit, and a count or a projection of whole fields, in this order; undefined for
 * anything else.
 */
export function compileTail(rest: readonly Doc[], variables: Doc): Tail | undefined {
  const left = [...rest];
  const take = (name: string): unknown => (left[0] && name in left[0] ? left.shift()?.[name] : undefined);
  const filter = take('$match');
  const limit = take('$limit');
  const project = left.length === 1 ? take('$project') : undefined;
  const result = left.length === 1 ? countResult(left[0] ?? {}) : undefined;
  if (result) left.pop();
  const flat = compileFlatProjection(project);
  if (left.length > 0 || (project !== undefined && !flat)) return undefined;
  const condition: Condition | undefined = filter === undefined ? undefined : compileFilter(filter, { variables });
  return {
    accepts: (stored) => !condition || matchesStored(condition, stored),
    most: toNumber(limit) ?? Infinity,
    bytes: (stored) => flat?.(stored.bytes) ?? stored.bytes,
    result,
  };
}
