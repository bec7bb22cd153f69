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
    reason: 'the first and the last element of an empty array are null; MongoDB: nothing',
    applies: (question) => /"\$(?:first|last)"/.test(question),
  },
  {
    reason: 'longs and doubles are added one after the other; MongoDB keeps what their rounding loses',
    applies: (question) => /"\$(?:sum|avg)"/.test(question),
  },
  {
    reason: 'what is missing cannot be converted; MongoDB: it is null',
    applies: (question, ours, theirs) => /"\$to[A-Z]/.test(question) && refuses(theirs),
  },
];

export function expressionRuleFor(
  question: ExpressionQuestion,
  ours: string,
  theirs: readonly string[],
): string | undefined {
  return rules.find(({ applies }) => applies(JSON.stringify(question.expression), ours, theirs))?.reason;
}
