import { countResult, toBytes } from './aggregationStages';
import { compileStoredProjection, includedFields } from './flatProjection';
import { compileFilter, type Condition } from './matcher';
import { matchesStored, topFields } from './matchesStored';
import { MemoryLimit } from './memoryLimit';
import { StoredDocument } from './records';
import { arraysDocument } from './replies';
import { parseSort } from './sort';
import { StoredSorter } from './storedSorter';
import { encode, isDocument, toNumber, type Doc } from './values';

type StoredStream = Iterable<StoredDocument | null>;

type TailOutput = Generator<Uint8Array | null, void, void>;

/** The end of a pipeline that runs on stored bytes without decoding documents. */
export type Tail = (input: StoredStream) => TailOutput;

/** At most a filter, a sort, a limit, and a count or a projection, in this order. */
interface Steps {
  readonly condition: Condition | undefined;
  readonly sort: unknown;
  readonly limit: number;
  /** The result for a number of documents, if only their count is needed. */
  readonly result: ((count: number) => Doc[]) | undefined;
  readonly bytes: (stored: StoredDocument) => Uint8Array;
  /** The top-level fields that the steps read; undefined if they read whole documents. */
  readonly fields: readonly string[] | undefined;
}

/** Compiles validated stages; undefined for unsupported ones. */
function compileSteps(stages: readonly Doc[], variables: Doc): Steps | undefined {
  const left = [...stages];
  const take = (name: string): unknown => (left[0] && name in left[0] ? left.shift()?.[name] : undefined);
  const filter = take('$match');
  const sort = take('$sort');
  const limit = toNumber(take('$limit')) ?? Infinity;
  const project = left.length === 1 ? take('$project') : undefined;
  const result = left.length === 1 && sort === undefined ? countResult(left[0] ?? {}) : undefined;
  if (result) left.pop();
  if (left.length > 0) return undefined;
  const condition = filter === undefined ? undefined : compileFilter(filter, { variables });
  const matched = condition ? topFields(condition) : [];
  return {
    condition,
    sort,
    limit,
    result,
    bytes: compileStoredProjection(project, variables),
    fields: matched && [...matched, ...parseSort(sort).map(({ parts }) => parts[0] ?? '')],
  };
}

export function compileTail(rest: readonly Doc[], variables: Doc): Tail | undefined {
  return compileFacets(rest, variables) ?? compileRows(rest, variables);
}

function compileRows(rest: readonly Doc[], variables: Doc): Tail | undefined {
  const steps = compileSteps(rest, variables);
  if (!steps || steps.sort !== undefined) return undefined;
  return (input) => rowsOf(input, steps);
}

function* rowsOf(input: StoredStream, { condition, limit, result, bytes }: Steps): TailOutput {
  let count = 0;
  for (const stored of input) {
    const found = stored && (!condition || matchesStored(condition, stored)) ? stored : null;
    yield found && !result ? bytes(found) : null;
    if (found && ++count >= limit) break;
  }
  if (result) yield* toBytes(result(count));
}

type Project = Steps['bytes'];

/** Accumulates the documents of one facet. */
interface Facet {
  add(stored: StoredDocument): void;
  rows(): Uint8Array[];
}

function openFacet({ condition, sort, limit, result, bytes }: Steps, project: Project | undefined): Facet {
  const sorter = sort === undefined ? undefined : new StoredSorter(parseSort(sort), limit);
  const memory = new MemoryLimit('$facet');
  const row = (stored: StoredDocument) => bytes(project ? new StoredDocument(stored.record, project(stored)) : stored);
  const kept: Uint8Array[] = [];
  let count = 0;
  return {
    add(stored) {
      if (count >= limit || (condition && !matchesStored(condition, stored))) return;
      if (sorter) return sorter.add(stored);
      count++;
      if (result) return;
      const next = row(stored);
      memory.add(next.length);
      kept.push(next);
    },
    rows() {
      if (result) return result(count).map(encode);
      return sorter ? sorter.result().map(row) : kept;
    },
  };
}

/** At most a projection to top-level fields, then facets whose steps read only these. */
function compileFacets(rest: readonly Doc[], variables: Doc): Tail | undefined {
  const [last, first, ...others] = [...rest].reverse();
  const [facets, spec] = [last?.['$facet'], first?.['$project']];
  const seen = includedFields(spec);
  if (!isDocument(facets) || others.length > 0 || (first && !seen)) return undefined;
  const project = first && compileStoredProjection(spec, variables);
  const isSeen = (field: string) => !seen || seen.includes(field);
  const compiled: [string, Steps][] = [];
  for (const [name, stages] of Object.entries(facets)) {
    const steps = Array.isArray(stages) ? compileSteps(stages as Doc[], variables) : undefined;
    if (!steps?.fields?.every(isSeen)) return undefined;
    compiled.push([name, steps]);
  }
  return (input) =>
    facetsOf(
      input,
      compiled.map(([name, steps]) => [name, openFacet(steps, project)]),
    );
}

function* facetsOf(input: StoredStream, facets: readonly (readonly [name: string, facet: Facet])[]): TailOutput {
  for (const stored of input) {
    if (stored) for (const [, facet] of facets) facet.add(stored);
    yield null;
  }
  yield arraysDocument(facets.map(([name, facet]) => [name, facet.rows()]));
}
