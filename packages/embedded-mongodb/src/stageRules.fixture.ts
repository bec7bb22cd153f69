import { EJSON } from 'bson';
import type { Document } from 'mongodb';
import { explainAll, type RunCase, type OtherResult } from './foreignAnswers.fixture';
import type { StageCase } from './stageCases';
import { isDocument } from './values';

export type RunStageCase = RunCase<StageCase>;

interface Difference {
  readonly question: StageCase;
  readonly ours: string;
  readonly theirs: string;
  readonly runOwn: RunStageCase;
  readonly runOther: RunStageCase;
}

/** A known difference in which another server deviates from MongoDB's documentation or published source. */
interface StageRule {
  readonly reason: string;
  readonly explains: (difference: Difference) => boolean | Promise<boolean>;
}

const maxDigits = 14;

/** Rounds each number to a number of digits. */
const inDigits = (answer: string): string =>
  answer.replace(/-?\d+(\.\d+)?([eE][+-]?\d+)?/g, (digits) => Number(digits).toPrecision(maxDigits));

/** Rewrites parts of a pipeline, innermost first. */
function changed(question: StageCase, change: (part: unknown) => unknown): StageCase {
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return change(part.map(walk));
    if (!isDocument(part)) return change(part);
    return change(Object.fromEntries(Object.entries(part).map(([name, value]) => [name, walk(value)])));
  };
  return { ...question, pipeline: question.pipeline.map(walk) as Document[] };
}

const isChanged = (question: StageCase, other: StageCase): boolean =>
  EJSON.stringify(question.pipeline) !== EJSON.stringify(other.pipeline);

/** Reproduces the other server's mistake in the embedded database and compares the results. */
const reproducesMistake =
  (change: (part: unknown) => unknown) =>
  async ({ question, theirs, runOwn }: Difference): Promise<boolean> => {
    const mistaken = changed(question, change);
    return isChanged(question, mistaken) && (await runOwn(mistaken)) === theirs;
  };

/** Converts the array indexes of $unwind to MongoDB's type. */
const withLongs = (answer: string): string => answer.replaceAll('"at":{"$numberInt"', '"at":{"$numberLong"');

const withoutEmpty = (answer: string): string => answer.replace(/(?<=\[){},?|,{}/g, '');

/** Both servers agree after the deviating part is removed. */
const agreesWithout =
  (change: (part: unknown) => unknown) =>
  async ({ question, runOwn, runOther }: Difference): Promise<boolean> => {
    const other = changed(question, change);
    return isChanged(question, other) && (await runOwn(other)) === withLongs(await runOther(other));
  };

const withoutDots = (part: unknown): unknown =>
  isDocument(part)
    ? Object.fromEntries(Object.entries(part).map(([name, value]) => [name.replaceAll('.', '_'), value]))
    : part;

/** The one of the operators that a part of a pipeline is a call of. */
const operatorIn = (part: unknown, names: readonly string[]): string | undefined =>
  isDocument(part) ? names.find((each) => each in part) : undefined;

function unsetOneStageLater(question: StageCase): StageCase {
  const { pipeline } = question;
  const at = pipeline.findIndex((stage) => '$unset' in stage);
  if (at < 0) return question;
  return {
    ...question,
    pipeline: [...pipeline.slice(0, at), ...pipeline.slice(at, at + 2).reverse(), ...pipeline.slice(at + 2)],
  };
}

/** Each was observed in a run of SecantusDB 0.7 or DocumentDB 1.0. */
const rules: readonly StageRule[] = [
  {
    reason: 'a sum, a mean or a deviation loses the last digits; MongoDB keeps what rounding loses',
    explains: ({ question, ours, theirs }) =>
      /"\$(sum|avg|stdDev\w+)"/.test(JSON.stringify(question.pipeline)) && inDigits(ours) === inDigits(theirs),
  },
  {
    reason: '$count says 0 of no documents; MongoDB: nothing',
    explains: ({ question, ours, theirs }) =>
      '$count' in (question.pipeline.at(-1) ?? {}) &&
      ours === '[]' &&
      /^\[\{"\w+":\{"\$numberInt":"0"\}\}\]$/.test(theirs),
  },
  {
    reason: 'the position of what $unwind found is an int; MongoDB: a long',
    explains: ({ ours, theirs }) => ours === withLongs(theirs),
  },
  {
    reason: 'what is missing of $$new is null; MongoDB: it is missing',
    explains: reproducesMistake((part) => (part === '$$new.k' ? { $ifNull: [part, null] } : part)),
  },
  {
    reason: 'a field of a document that is missing is null in an accumulator; MongoDB: it is missing',
    explains: reproducesMistake((part) => (isDocument(part) && part['b'] === '$nothing' ? { ...part, b: null } : part)),
  },
  {
    reason: '$push and $addToSet keep what is missing as null; MongoDB: they leave it out',
    explains: reproducesMistake((part) => {
      const name = operatorIn(part, ['$push', '$addToSet']);
      return name === undefined ? part : { [name]: { $ifNull: [(part as Document)[name], null] } };
    }),
  },
  {
    reason: '$topN and $bottomN leave out what is missing; MongoDB: it is null',
    explains: agreesWithout((part) =>
      isDocument(part) && 'output' in part && 'sortBy' in part
        ? { ...part, output: { $ifNull: [part['output'], 'missing'] } }
        : part,
    ),
  },
  {
    reason: '$first and $last leave out what is missing; MongoDB: it is null',
    explains: agreesWithout((part) => {
      const name = operatorIn(part, ['$first', '$last']);
      return name === undefined ? part : { [name]: { $ifNull: [(part as Document)[name], 'missing'] } };
    }),
  },
  {
    reason: 'a facet leaves out empty documents; MongoDB keeps them',
    explains: ({ question, ours, theirs }) =>
      '$facet' in (question.pipeline.at(-1) ?? {}) && withoutEmpty(ours) === withoutEmpty(theirs),
  },
  {
    reason:
      'a calculated path stops at a value without fields, or moves it to the end; MongoDB: a document takes its place',
    explains: agreesWithout((part) => {
      const name = operatorIn(part, ['$set', '$addFields']);
      return name === undefined ? part : { [name]: withoutDots((part as Document)[name]) };
    }),
  },
  {
    reason: 'a stage after $unset still sees what it removed; MongoDB: it is missing',
    async explains({ question, theirs, runOwn }) {
      const mistaken = unsetOneStageLater(question);
      return isChanged(question, mistaken) && (await runOwn(mistaken)) === theirs;
    },
  },
];

async function reasonFor(difference: Difference): Promise<string | undefined> {
  for (const { reason, explains } of rules) if (await explains(difference)) return reason;
  return undefined;
}

/** The reason why each of the other servers answers differently; undefined if one difference is unexplained. */
export function stageRuleFor(
  question: StageCase,
  ours: string,
  theirs: readonly OtherResult<StageCase>[],
  runOwn: RunStageCase,
): Promise<string | undefined> {
  return explainAll(theirs, ({ answer, run }) => reasonFor({ question, ours, theirs: answer, runOwn, runOther: run }));
}
