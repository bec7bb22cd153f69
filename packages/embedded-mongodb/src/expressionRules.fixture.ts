import { EJSON } from 'bson';
import type { ExpressionCase } from './expressionCases';
import { perDocumentOperators } from './expressions/compile';
import { explainAll, refusedMarker, unsupportedMarker, type RunCase, type OtherResult } from './foreignAnswers.fixture';
import { isDocument } from './values';

export type RunExpressionCase = RunCase<ExpressionCase>;

interface Difference {
  readonly question: ExpressionCase;
  readonly ours: string;
  readonly theirs: string;
  readonly runOwn: RunExpressionCase;
  readonly runOther: RunExpressionCase;
}

/** A known difference in which another server deviates from MongoDB's documentation or published source. */
interface ExpressionRule {
  readonly reason: string;
  readonly explains: (difference: Difference) => boolean | Promise<boolean>;
}

/** Rewrites parts of an expression, innermost first. */
function changed({ document, expression }: ExpressionCase, change: (part: unknown) => unknown): ExpressionCase {
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return change(part.map(walk));
    if (!isDocument(part)) return change(part);
    return change(Object.fromEntries(Object.entries(part).map(([name, value]) => [name, walk(value)])));
  };
  return { document, expression: walk(expression) };
}

const isCall = (part: unknown, names: readonly string[]): boolean =>
  isDocument(part) && names.some((name) => name in part);

/** Reproduces the other server's mistake in the embedded database and compares the results. */
const reproducesMistake =
  (names: readonly string[], change: (part: Record<string, unknown>) => unknown) =>
  async ({ question, theirs, runOwn }: Difference): Promise<boolean> => {
    const mistaken = changed(question, (part) =>
      isCall(part, names) ? change(part as Record<string, unknown>) : part,
    );
    return EJSON.stringify(mistaken) !== EJSON.stringify(question) && (await runOwn(mistaken)) === theirs;
  };

/** A value instead of a part that is missing. */
const whenMissing = (part: unknown, value: unknown) => ({
  $cond: [{ $eq: [{ $type: part }, 'missing'] }, value, part],
});

const textOf = (value: unknown) => EJSON.stringify(value, { relaxed: false });

/** Rounds each number to a number of digits; with `isOfAnyType` double and decimal count as one type. */
const inDigits = (answer: string, count: number, isOfAnyType: boolean): string =>
  answer
    .replace(isOfAnyType ? /\$number(Double|Decimal)/g : /$^/, '$number')
    .replace(/-?\d+(\.\d+)?([eE][+-]?\d+)?/g, (digits) => Number(digits).toPrecision(count));

const maxDigits = 14;

/** The results, or those of an enclosing operator, differ in the last digits only. */
const differsInDigits = ({ question: { expression }, ours, theirs }: Difference, names: readonly string[]): boolean => {
  const isOfAnyType = names.includes('$avg');
  return (
    inDigits(ours, maxDigits, isOfAnyType) === inDigits(theirs, maxDigits, isOfAnyType) ||
    (!isCall(expression, names) && usesOperator(expression, names))
  );
};

const usesOperator = (expression: unknown, names: readonly string[]): boolean =>
  names.some((name) => textOf(expression).includes(`"${name}":`));

const hasLongBeyond2To53 = (text: string): boolean =>
  [...text.matchAll(/"\$numberLong":"(-?\d+)"/g)].some(([, digits]) => !Number.isSafeInteger(Number(digits)));

/** Decimals as plain numbers, without their scale. */
const withoutPlaces = (answer: string): string =>
  answer.replace(/(?<="\$numberDecimal":")[^"]+/g, (digits) => String(Number(digits)));

/** Numbers as their values, without their types. */
const withoutTypes = (answer: string): string =>
  answer.replace(/"\$number\w+":"([^"]+)"/g, (_text, digits) => `"$number":"${Number(digits)}"`);

const millisecondsIn = (answer: string): number => Number(/"\$date":\{"\$numberLong":"(-?\d+)"/.exec(answer)?.[1]);

/** A number, or the text of one. */
const numberIn = (answer: string): number => Number(/"value":(?:\{"\$number\w+":)?"([^"]+)"/.exec(answer)?.[1]);

const lettersOf = (answer: string): string => [...answer].toSorted().join('');

const setOperators = ['$setUnion', '$setIntersection', '$setDifference'];

/** The operator calls in an expression, innermost first. */
function callsIn(question: ExpressionCase): unknown[] {
  const calls: unknown[] = [];
  changed(question, (part) => {
    if (isDocument(part) && Object.keys(part)[0]?.startsWith('$')) calls.push(part);
    return part;
  });
  return calls;
}

/** Without fields and variables, whose names are values that start with a dollar. */
const isCalculatedConstant = (part: unknown): boolean =>
  isDocument(part) && Object.keys(part)[0]?.startsWith('$') === true && !/"\$[^"]*"(?!:)/.test(textOf(part));

/** Operators that evaluate some of their operands only if they are needed. */
const lazyOperators = ['$ifNull', '$cond', '$switch', '$and', '$or', '$convert', '$dateFromString'];

/** Each was observed in a run of SecantusDB 0.7 or DocumentDB 1.0. */
const rules: readonly ExpressionRule[] = [
  {
    reason: 'an element that an array does not have is null; MongoDB: it is missing',
    explains: reproducesMistake(['$first', '$last', '$arrayElemAt'], (part) => ({ $ifNull: [part, null] })),
  },
  {
    reason: 'what $cond, $switch, $getField or a conversion gives that is missing is null; MongoDB: it is missing',
    explains: reproducesMistake(['$cond', '$switch', '$getField', '$convert', '$dateFromString'], (part) => ({
      $ifNull: [part, null],
    })),
  },
  {
    reason: 'what $arrayElemAt or $getField gives that is missing is a document to a conversion; MongoDB: missing',
    explains: reproducesMistake(['$arrayElemAt', '$getField', '$first', '$last'], (part) => whenMissing(part, {})),
  },
  {
    reason: 'a variable that is missing is the whole document; MongoDB: it is missing',
    explains: reproducesMistake(['$let'], (part) => {
      const { vars, in: value } = part['$let'] as { vars: Record<string, unknown>; in: unknown };
      const names = Object.keys(vars).map((name) => [name, whenMissing(vars[name], '$$ROOT')]);
      return { $let: { vars: Object.fromEntries(names) as object, in: value } };
    }),
  },
  {
    reason: '$isoWeekYear is an int; MongoDB: a long',
    explains: reproducesMistake(['$isoWeekYear'], (part) => ({ $toInt: part })),
  },
  {
    reason: 'without characters to trim white space is trimmed; MongoDB: nothing',
    explains: reproducesMistake(['$trim'], (part) => {
      const { chars, ...operand } = part['$trim'] as Record<string, unknown>;
      return chars === '' ? { $trim: operand } : part;
    }),
  },
  {
    reason:
      'a sum of doubles with decimals, or with longs beyond 2^53, loses digits; MongoDB keeps what rounding loses',
    explains(difference) {
      const { expression, document } = difference.question;
      const text = textOf({ expression, document });
      const areMixed =
        text.includes('"$numberDouble"') && (text.includes('"$numberDecimal"') || hasLongBeyond2To53(text));
      return areMixed && usesOperator(expression, ['$sum', '$avg']) && differsInDigits(difference, ['$sum', '$avg']);
    },
  },
  {
    reason: 'a product of longs beyond 64 bits is rounded once; MongoDB multiplies doubles from the start',
    explains(difference) {
      const { expression, document } = difference.question;
      const isLarge =
        hasLongBeyond2To53(textOf({ expression, document })) ||
        /9007199254740993|922337203685477580/.test(difference.ours);
      return isLarge && usesOperator(expression, ['$multiply']) && differsInDigits(difference, ['$multiply']);
    },
  },
  {
    reason: 'a double that is zero becomes a decimal of 15 places; MongoDB: of none',
    explains({ question: { document, expression }, ours, theirs }) {
      const text = textOf({ document, expression });
      const hasBoth = text.includes('"$numberDouble"') && text.includes('"$numberDecimal"');
      return hasBoth && withoutPlaces(ours) === withoutPlaces(theirs);
    },
  },
  {
    reason: 'a constant that fails is refused where its value is not needed; MongoDB leaves some for each document',
    async explains({ question, theirs, runOwn }) {
      if (theirs !== refusedMarker) return false;
      for (const expression of callsIn(question))
        if (
          usesOperator(expression, perDocumentOperators) &&
          !/":"\$(?!\$)/.test(textOf(expression)) &&
          (await runOwn({ ...question, expression })) === refusedMarker
        )
          return true;
      return false;
    },
  },
  {
    reason: 'an operand that is not needed is evaluated, and fails; MongoDB: it is not evaluated',
    async explains({ question, theirs, runOwn, runOther }) {
      if (theirs !== refusedMarker) return false;
      for (const lazy of callsIn(question).filter((call) => isCall(call, lazyOperators)))
        for (const expression of callsIn({ ...question, expression: lazy })) {
          const part = { ...question, expression };
          // A variable is not known to a call that is evaluated alone.
          if (expression === lazy || textOf(expression).includes('"$$')) continue;
          if ((await runOwn(part)) === refusedMarker && (await runOther(part)) === refusedMarker) return true;
        }
      return false;
    },
  },
  {
    reason: 'a set has another order; MongoDB: it is not specified',
    async explains({ question, ours, runOwn, runOther }) {
      const sets = callsIn(question).filter((call) => isCall(call, setOperators));
      if (sets.length === 0) return false;
      const withSets = (change: (set: unknown) => unknown) =>
        changed(question, (part) => (isCall(part, setOperators) ? change(part) : part));
      const inOrder = withSets((input) => ({ $sortArray: { input, sortBy: 1 } }));
      if ((await runOwn(inOrder)) === (await runOther(inOrder))) return true;
      // Some servers sort values of different types in a way of their own.
      const isByOrder = (await runOwn(withSets((set) => ({ $reverseArray: set })))) !== ours;
      for (const expression of isByOrder ? sets : []) {
        const part = { ...question, expression };
        if (lettersOf(await runOwn(part)) !== lettersOf(await runOther(part))) return false;
      }
      return isByOrder;
    },
  },
  {
    reason: 'of values that are equal a set keeps another one; MongoDB: the one of the smaller set',
    explains: ({ question: { expression }, ours, theirs }) =>
      usesOperator(expression, setOperators) && withoutTypes(ours) === withoutTypes(theirs),
  },
  {
    reason:
      'about the end of a year, or before 1970, the day, week or quarter beside is taken; MongoDB: the one it is in',
    explains({ question: { expression }, ours, theirs }) {
      const unit = String((expression as { $dateTrunc?: { unit?: unknown } }).$dateTrunc?.unit);
      const days = Math.abs(millisecondsIn(ours) - millisecondsIn(theirs)) / 86_400_000;
      const isQuarterBeside = millisecondsIn(ours) < 0 && days >= 90 && days <= 92;
      return (
        (unit === 'day' && days === 1) || (unit === 'week' && days === 7) || (unit === 'quarter' && isQuarterBeside)
      );
    },
  },
  {
    reason: '$dateDiff counts hours of UTC; MongoDB: those of the time zone, which may begin between',
    explains: reproducesMistake(['$dateDiff'], (part) => {
      const operand = part['$dateDiff'] as Record<string, unknown>;
      return operand['unit'] === 'hour' ? { $dateDiff: { ...operand, timezone: 'UTC' } } : part;
    }),
  },
  {
    reason: 'the text of a double has more or fewer digits; MongoDB: fifteen',
    explains: ({ question: { expression }, ours, theirs }) =>
      isCall(expression, ['$toString', '$convert']) && Math.abs(numberIn(ours) / numberIn(theirs) - 1) < 1e-5,
  },
  {
    reason: 'a power of 1 or -1 below zero is a double; MongoDB: an integer',
    explains: ({ question: { expression }, ours, theirs }) =>
      isCall(expression, ['$pow']) && withoutTypes(ours) === withoutTypes(theirs),
  },
  {
    reason: 'the last digits are those of a C library; here it is the nearest double',
    explains: ({ question: { expression }, ours, theirs }) =>
      isCall(expression, ['$exp', '$ln', '$log', '$log10', '$stdDevPop', '$stdDevSamp']) &&
      inDigits(ours, maxDigits, false) === inDigits(theirs, maxDigits, false),
  },
  {
    reason: 'not a number comes after the numbers, or booleans among them; MongoDB: before them, and after texts',
    explains: ({ question: { expression }, ours, theirs }) =>
      isCall(expression, ['$sortArray']) && /"NaN"|true|false/.test(ours) && lettersOf(ours) === lettersOf(theirs),
  },
  {
    reason: 'a double beyond 2^53 is rounded by a factor; MongoDB: in decimal',
    explains: ({ question: { expression }, ours, theirs }) =>
      isCall(expression, ['$round', '$trunc']) &&
      Math.abs(numberIn(ours)) > 2 ** 53 &&
      Math.abs(numberIn(theirs) / numberIn(ours) - 1) < 1e-11,
  },
  {
    reason:
      'what $getField, $setField or $unsetField reads from is evaluated without the document too; MongoDB: with it',
    async explains({ question, theirs, runOwn, runOther }) {
      if (theirs !== refusedMarker) return false;
      const names = ['$getField', '$setField', '$unsetField'];
      const needsDocument = async (expression: unknown) =>
        (await runOther({ document: {}, expression })) === refusedMarker;
      for (const call of callsIn(question)) {
        const input = names
          .map((name) => (call as Record<string, { input?: unknown }>)[name]?.input)
          .find((each) => each !== undefined);
        if (input !== undefined && (await needsDocument(input))) return true;
        // A call that fails when evaluated alone may depend on variables.
        const isAnswered = (await runOwn({ ...question, expression: call })) !== refusedMarker;
        if (isAnswered && usesOperator(call, names) && (await needsDocument(call))) return true;
      }
      return false;
    },
  },
  {
    reason: '$zip of null, or of a constant that is calculated, is refused; MongoDB: it is evaluated',
    async explains({ question, theirs, runOwn, runOther }) {
      if (theirs !== refusedMarker) return false;
      for (const expression of callsIn(question)) {
        const { inputs = [] } = (expression as { $zip?: { inputs?: unknown[] } }).$zip ?? {};
        const part = { ...question, expression };
        const ours = inputs.length > 0 ? await runOwn(part) : refusedMarker;
        const isKnown = ours === textOf({ value: null }) || inputs.some(isCalculatedConstant);
        if (isKnown && ours !== refusedMarker && (await runOther(part)) === refusedMarker) return true;
      }
      return false;
    },
  },
  {
    reason: 'what is missing cannot be converted; MongoDB: it is null',
    async explains({ question, ours, theirs, runOther }) {
      const withNull = changed(question, (part) => {
        const [name, operand] = isDocument(part) ? (Object.entries(part)[0] ?? []) : [];
        if (name === undefined || !/^\$to[A-Z]/.test(name)) return part;
        return { [name]: { $ifNull: [...[operand].flat(), null] } };
      });
      return (
        theirs === refusedMarker &&
        EJSON.stringify(withNull) !== EJSON.stringify(question) &&
        (await runOther(withNull)) === ours
      );
    },
  },
];

const ruleOf = async (difference: Difference): Promise<string | undefined> => {
  for (const rule of rules) if (await rule.explains(difference)) return rule.reason;
  return undefined;
};

/**
 * The reason for the whole expression, or for the innermost call on which both servers differ, because its result
 * propagates. A call that fails when evaluated alone may depend on variables.
 */
async function reasonFor(difference: Difference): Promise<string | undefined> {
  const { question, runOwn, runOther } = difference;
  const reason = await ruleOf(difference);
  if (reason !== undefined) return reason;
  for (const expression of callsIn(question)) {
    const part = { document: question.document, expression };
    const [ours, theirs] = await Promise.all([runOwn(part), runOther(part)]);
    const areAnswers = ![ours, theirs].some((answer) => answer === refusedMarker || answer === unsupportedMarker);
    if (areAnswers && ours !== theirs) return ruleOf({ question: part, ours, theirs, runOwn, runOther });
  }
  return undefined;
}

/** The reason why each of the other servers answers differently; undefined if one difference is unexplained. */
export function expressionRuleFor(
  question: ExpressionCase,
  ours: string,
  theirs: readonly OtherResult<ExpressionCase>[],
  runOwn: RunExpressionCase,
): Promise<string | undefined> {
  return explainAll(theirs, ({ answer, run }) => reasonFor({ question, ours, theirs: answer, runOwn, runOther: run }));
}
