/** What a call answered; throws where it answered nothing. */
export function requireData<Data>(data: Data): NonNullable<Data> {
  if (!data) throw new Error('The shop did not answer');
  return data;
}
