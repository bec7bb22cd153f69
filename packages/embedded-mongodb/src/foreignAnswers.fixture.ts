export const refusedMarker = 'refused';
/** The server failed internally or does not support an operator. */
export const unsupportedMarker = 'unable';

/** Runs a question on a database; the answer is EJSON, `refused` or `unable`. */
export type RunCase<Question> = (question: Question) => Promise<string>;

export interface OtherResult<Question> {
  readonly answer: string;
  readonly run: RunCase<Question>;
}

/** The reason why each of the other servers answers differently; undefined if one difference is unexplained. */
export async function explainAll<Question>(
  theirs: readonly OtherResult<Question>[],
  reasonFor: (their: OtherResult<Question>) => Promise<string | undefined>,
): Promise<string | undefined> {
  const reasons: string[] = [];
  for (const their of theirs) {
    const reason = await reasonFor(their);
    if (reason !== undefined) reasons.push(reason);
    // A refusal needs no reason if another server's difference has one.
    else if (their.answer !== refusedMarker) return undefined;
  }
  return reasons[0];
}
