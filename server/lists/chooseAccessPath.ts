import type { Document } from 'mongodb';
import { gramsOfText, isWindow, windowsOfText } from '../text/searchTerms';
import {
  countedRangePath,
  mergedPath,
  maxScanned,
  orderedPath,
  smallRangePath,
  type AccessPath,
  type Source,
} from './accessPath';
import type { ListReader } from './listReader';
import type { SortOrder, Row } from './position';
import { containing, narrowestRange, rangeInOrder, windowRange } from './ranges';
import type { TestedRange } from './scan';

/** A collection's part of a list. */
export interface ListPart<T> extends Omit<Source<T>, 'order'> {
  /** Conditions on every list of the collection: a value or bounds for each field. */
  readonly scope?: Document;
  /** Further conditions. */
  readonly conditions: Document;
  /** Most records match: without a search text the list's order is tried first. */
  readonly mostlyMatches?: boolean;
  readonly search?: TextSearch | null;
}

/** How a search text is looked up. */
export interface TextSearch {
  /** Folded. */
  readonly text: string;
  /** Condition on records with the text; null if only the list's `matches` can decide. */
  readonly test: Document | null;
  /** Suffix fields, with a condition on records where a suffix starts with a window of the search. */
  readonly terms: readonly { readonly field: string; readonly test: (window: string) => Document }[];
  /** Ranges with further matching records; null if unknown. */
  readonly others?: readonly TestedRange[] | null;
  /** Field of n-grams up to three characters with an index in the list's order. */
  readonly grams?: string | undefined;
  readonly estimates?: readonly RangeEstimate[];
}

/** By the fields of `nameSearchFields`. */
export function nameSearch(text: string) {
  const test = { nameLower: containing(text) };
  const terms = [{ field: 'nameTerms', test: (window: string): Document => (window === text ? {} : test) }];
  return { text, test, terms } satisfies TextSearch;
}

/** An estimate for a range with all records of a text. */
export interface RangeEstimate {
  readonly range: TestedRange;
  readonly documents: number;
  /** How many of them are in the list; null if the range has another order. */
  readonly matching: number | null;
}

/** How many documents may be examined. */
export interface ReadLimits {
  readonly budget: number;
  /** In a small range with a known count. */
  readonly whole: number;
  /** In an uncounted range: less than a count costs. */
  readonly uncounted: number;
  /** Paths expected to examine more per page are slow. */
  readonly slow: number;
}

/** Newest first by text only, for every other list, and for counts. */
export const searchLimits: ReadLimits = { budget: 500, whole: 240, uncounted: 100, slow: 250 };
export const filterLimits: ReadLimits = { budget: 5_000, whole: 2_000, uncounted: 1_000, slow: 250 };
export const countLimits: ReadLimits = { budget: 20_000, whole: 2_000, uncounted: 2_000, slow: 10_000 };

/** Up to this size a range of conditions counts as small. */
const maxByConditions = 1_000;
/** How many keys cost as much as reading a record. */
const keysPerRecord = 4;
/** Requests for more rows than a page are counts, which try no path on trial. */
const maxPageSize = 101;
/** A range with this many times the page's rows is expected to fill the page. */
const safetyFactor = 1.5;
/** Counting further costs more than the choice saves. */
const gramCountLimit = 8_000;

/** The first applicable access path, with the others as fallbacks. */
export async function chooseAccessPath<T extends Row>(
  { order, parts }: { readonly order: SortOrder; readonly parts: readonly ListPart<T>[] },
  limits: ReadLimits,
  wanted: number,
): Promise<AccessPath<T>> {
  const shared = { ...limits, whole: limits.whole / Math.max(1, parts.length) };
  const choose = (part: ListPart<T>) => firstApplicable(candidates({ ...part, order }, shared, wanted), limits.budget);
  const paths = await Promise.all(parts.map(choose));
  return mergedPath(
    paths.filter((path) => path !== null),
    order,
  );
}

/** null: not applicable, or it would examine more than the remaining budget. */
type Candidate<T> = (left: number) => Promise<AccessPath<T> | null> | AccessPath<T> | null;

async function firstApplicable<T>(choices: readonly Candidate<T>[], left: number): Promise<AccessPath<T> | null> {
  for (const [index, choose] of choices.entries()) {
    const path = await choose(left);
    const others = choices.slice(index + 1);
    if (path) return others.length === 0 ? path : { ...path, fallback: (rest) => firstApplicable(others, rest) };
  }
  return null;
}

type Part<T> = ListPart<T> & Source<T>;

/** In order of preference. */
function candidates<T extends Row>(part: Part<T>, limits: ReadLimits, wanted: number): Candidate<T>[] {
  const { search, mostlyMatches, reader, order } = part;
  const conditions = partConditions(part);
  const inOrder = rangeInOrder(reader.indexes, order, conditions);
  const searched = (range: TestedRange) => ({ ...orderedPath(part, range), firstBatch: maxScanned });
  const byConditions = () => smallConditionsPath(part);
  if (!search) {
    const isSoon = mostlyMatches || Object.keys(inOrder.test).length === 0;
    return isSoon ? [() => orderedPath(part, inOrder), byConditions] : [byConditions, () => searched(inOrder)];
  }
  const { text, test, grams } = search;
  const byGram =
    grams === undefined
      ? []
      : gramsOfText(text).map((gram) =>
          withTest(rangeInOrder(reader.indexes, order, { ...conditions, [grams]: gram }), test),
        );
  // Any n-gram of a frequent text fills a page at once.
  const trial = isWindow(text) && wanted <= maxPageSize ? byGram.slice(0, 1) : [];
  return [
    () => cheapestByEstimate(part, search, limits, wanted),
    byConditions,
    ...trial.map((range) => () => orderedPath(part, range)),
    (left) => byRarestTerms(part, search, Math.min(left, limits.whole)),
    async () => {
      if (byGram.length > 0) return searched((await rarestOf(reader, byGram, gramCountLimit)).range);
      return test ? searched(withTest(inOrder, test)) : orderedPath(part, inOrder, false);
    },
  ];
}

export const partConditions = ({ scope, conditions }: Pick<ListPart<unknown>, 'scope' | 'conditions'>): Document => ({
  ...scope,
  ...conditions,
});

const withTest = (range: TestedRange, test: Document | null = null): TestedRange =>
  test ? { ...range, test: { ...range.test, ...test } } : range;

async function smallConditionsPath<T extends Row>(part: Part<T>): Promise<AccessPath<T> | null> {
  const { reader, order, scope, conditions, search } = part;
  const range = narrowestRange(reader.indexes, conditions, scope);
  if (!range) return null;
  const counted = await reader.count(range.filter, maxByConditions + 1);
  if (counted > maxByConditions) return null;
  if (counted === 0) return mergedPath([], order);
  const byKeys =
    search && isDecidedByKeys(part, search) && (await byRarestTerms(part, search, keysPerRecord * counted));
  return byKeys || countedRangePath(part, withTest(range, search?.test), counted);
}

/** Whether the keys of an index on the terms hold all fields of the conditions. */
function isDecidedByKeys<T>(part: Part<T>, { text, terms }: TextSearch): boolean {
  const [only] = terms;
  if (terms.length !== 1 || !only || !isWindow(text)) return false;
  const { hint } = windowRange(part.reader.indexes, only.field, text, {});
  const keys = part.reader.indexes.find(({ name }) => name === hint)?.keys ?? {};
  return Object.keys(partConditions(part)).every((field) => field in keys);
}

/** By estimates, without a command: a small range, or one in the list's order until the page is full. */
function cheapestByEstimate<T extends Row>(
  part: Part<T>,
  { estimates = [] }: TextSearch,
  { uncounted }: ReadLimits,
  wanted: number,
): AccessPath<T> | null {
  const paths = estimates.flatMap(({ range, documents, matching }) => {
    const whole = { cost: documents, path: smallRangePath(part, range, uncounted) };
    if (matching === null || matching < safetyFactor * wanted) return [whole];
    const cost = (documents * wanted) / matching;
    return [whole, { cost, path: { ...orderedPath(part, range), firstBatch: Math.ceil(2 * cost + wanted) } }];
  });
  const affordable = paths.filter(({ cost }) => cost <= uncounted);
  return affordable.sort((a, b) => a.cost - b.cost)[0]?.path ?? null;
}

/** The records of a rare text: per suffix field, by the rarest window of the text. */
async function byRarestTerms<T extends Row>(
  part: Part<T>,
  { text, terms, others = [] }: TextSearch,
  most: number,
): Promise<AccessPath<T> | null> {
  if (!others) return null;
  const conditions = partConditions(part);
  const { reader, order } = part;
  const byTerms = terms.map(({ field, test }) =>
    windowsOfText(text).map((window) => withTest(windowRange(reader.indexes, field, window, conditions), test(window))),
  );
  const ranges = [...byTerms, ...others.map((range) => [withTest(range, conditions)])];
  const rarest = await Promise.all(ranges.map((each) => rarestOf(reader, each, most + 1)));
  if (rarest.reduce((sum, { count }) => sum + count, 0) > most) return null;
  const found = rarest.filter(({ count }) => count > 0).map(({ range, count }) => countedRangePath(part, range, count));
  return mergedPath(found, order);
}

/** The smallest range, counted up to a limit. */
export async function rarestOf(
  reader: Pick<ListReader<unknown>, 'count'>,
  ranges: readonly TestedRange[],
  limit: number,
): Promise<{ readonly range: TestedRange; readonly count: number }> {
  const count = async (range: TestedRange) => ({ range, count: await reader.count(range.filter, limit) });
  const counted = await Promise.all(ranges.map(count));
  return counted.reduce((rarest, next) => (next.count < rarest.count ? next : rarest));
}
