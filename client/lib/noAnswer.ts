export const noAnswer = 'The shop did not answer.';
export const noAnswerToForm = `${noAnswer} What you typed is still here: please try again.`;

/** What a call answered; throws where it answered nothing. */
export function requireData<Data>(data: Data): NonNullable<Data> {
  if (!data) throw new Error(noAnswer);
  return data;
}
