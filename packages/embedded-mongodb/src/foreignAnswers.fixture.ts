export const refusedMarker = 'refused';
/** The server failed, or has no such operator. */
export const unableMarker = 'unable';

/** Asks a database; its answer is EJSON, refused or unable. */
export type AskQuestion<Question> = (question: Question) => Promise<string>;

export interface OtherAnswer<Question> {
  readonly answer: string;
  readonly ask: AskQuestion<Question>;
}

/** Why each of the other servers answers differently; undefined where one of their answers has no reason. */
export async function reasonOfAll<Question>(
  theirs: readonly OtherAnswer<Question>[],
  reasonFor: (their: OtherAnswer<Question>) => Promise<string | undefined>,
): Promise<string | undefined> {
  const reasons: string[] = [];
  for (const their of theirs) {
    const reason = await reasonFor(their);
    if (reason !== undefined) reasons.push(reason);
    // That one server cannot is no answer; it is enough that the other one's is explained.
    else if (their.answer !== refusedMarker) return undefined;
  }
  return reasons[0];
}
