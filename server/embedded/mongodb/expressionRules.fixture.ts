import type { ExpressionQuestion } from './expressionCases';

/** A difference in which another server is not as MongoDB's documentation, or its published source, has it. */
interface ExpressionRule {
  readonly reason: string;
  readonly applies: (question: string, ours: string, theirs: readonly string[]) => boolean;
}

const refuses = (theirs: readonly string[]) => theirs.every((answer) => answer === 'refused');

/** Each was seen in a run, of SecantusDB 0.7 or of DocumentDB 1.0. */
const rules: readonly ExpressionRule[] = [
  {
    reason: 'an element that an array does not have is null or a document; MongoDB: it is missing',
    applies: (question) => /"\$(?:first|last|arrayElemAt)"/.test(question),
  },
  {
    reason: 'without characters to trim white space is trimmed; MongoDB: nothing',
    applies: (question) => question.includes('"chars":""'),
  },
  {
    reason: 'longs, doubles and decimals are added one after the other, as texts; MongoDB keeps what rounding loses',
    applies: (question) => /"\$(?:sum|avg)"/.test(question),
  },
  {
    reason: 'a product of longs beyond 64 bits is rounded once; MongoDB multiplies doubles from the start',
    applies: (question) => question.includes('"$multiply"'),
  },
  {
    reason: 'what is missing cannot be converted; MongoDB: it is null',
    applies: (question, _ours, theirs) => /"\$to[A-Z]/.test(question) && refuses(theirs),
  },
];

export function expressionRuleFor(
  question: ExpressionQuestion,
  ours: string,
  theirs: readonly string[],
): string | undefined {
  return rules.find(({ applies }) => applies(JSON.stringify(question.expression), ours, theirs))?.reason;
}
