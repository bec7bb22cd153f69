/** A signed-in user of a running shop over HTTP, like a browser. */
export interface ClientAccount {
  readonly email: string;
  readonly password: string;
  readonly uid: string;
  readonly idToken: string;
}

async function identityCall(identityUrl: string, method: string, body: object): Promise<Record<string, string>> {
  const response = await fetch(`${identityUrl}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=demo-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, returnSecureToken: true }),
  });
  const answer = (await response.json()) as Record<string, string>;
  if (!response.ok) throw new Error(`accounts:${method} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}

async function accountFrom(
  identityUrl: string,
  method: string,
  email: string,
  password: string,
): Promise<ClientAccount> {
  const answer = await identityCall(identityUrl, method, { email, password });
  return { email, password, uid: answer.localId ?? '', idToken: answer.idToken ?? '' };
}

export const signUp = (identityUrl: string, email: string, password: string) =>
  accountFrom(identityUrl, 'signUp', email, password);

export const signIn = (identityUrl: string, email: string, password: string) =>
  accountFrom(identityUrl, 'signInWithPassword', email, password);

/** Runs an operation and returns its data; a failure shows the operation and the answer. */
export async function graphql<Data>(
  url: string,
  idToken: string,
  query: string,
  variables: object = {},
): Promise<Data> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
    body: JSON.stringify({ query, variables }),
  });
  const answer = (await response.json()) as { data?: Data; errors?: unknown[] };
  if (!answer.data || answer.errors) {
    throw new Error(
      `${response.status} to ${query} with ${JSON.stringify(variables)}:\n${JSON.stringify(answer, null, 2)}`,
    );
  }
  return answer.data;
}
