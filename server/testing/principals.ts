import type { TestAccount } from './identityResponder';
import type { TestServer } from './startTestServer';

/** Every kind of caller on which permissions can depend. */
export const principalNames = [
  'anonymous',
  'owner',
  'other',
  'unverified',
  'admin',
  'demoted',
  'disabled',
  'deleted',
] as const;
export type PrincipalName = (typeof principalNames)[number];

export interface Principal {
  readonly name: PrincipalName;
  readonly email: string;
  readonly uid: string;
  readonly token: string | undefined;
}

const registration = 'mutation R($input: RegisterUserInput!) { registerUser(input: $input) { user { role } } }';
const demotion = 'mutation C($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { role } } }';
const deletion = 'mutation D($input: DeleteUserInput!) { deleteUser(input: $input) { user { id } } }';

/** Signs a user up like the client: first the account, then the record. */
export async function signUp(
  server: Pick<TestServer, 'graphql' | 'identity'>,
  name: string,
  emailVerified = true,
): Promise<Principal> {
  const account: TestAccount = { uid: `uid-${name}`, email: `${name}@kiosk.test`, emailVerified, name: `The ${name}` };
  server.identity.add(account);
  const token = server.identity.token(account);
  await must(server, registration, { input: { name: account.name, email: account.email } }, token);
  return { name: name as PrincipalName, email: account.email, uid: account.uid, token };
}

/** Creates all eight through the shop's own operations. */
export async function createPrincipals(server: TestServer): Promise<Record<PrincipalName, Principal>> {
  const admin = await signUp(server, 'admin');
  const owner = await signUp(server, 'owner');
  const other = await signUp(server, 'other');
  const unverified = await signUp(server, 'unverified', false);
  const demoted = await signUp(server, 'demoted');
  const disabled = await signUp(server, 'disabled');
  const deleted = await signUp(server, 'deleted');
  await must(server, demotion, { input: { email: demoted.email, role: 'USER' } }, admin.token);
  await must(server, deletion, { input: { email: deleted.email } }, admin.token);
  server.identity.disable(disabled.uid);
  const anonymous: Principal = { name: 'anonymous', email: 'nobody@kiosk.test', uid: '', token: undefined };
  return { anonymous, owner, other, unverified, admin, demoted, disabled, deleted };
}

/** Runs an operation that must succeed; a failure shows the operation and the answer. */
export async function must(
  server: Pick<TestServer, 'graphql'>,
  query: string,
  variables: object,
  token: string | undefined,
): Promise<unknown> {
  const answer = await server.graphql(query, variables, { token });
  const { data, errors } = (answer.json ?? {}) as { data?: unknown; errors?: unknown };
  if (errors !== undefined || data === undefined)
    throw new Error(`${answer.status} to ${query} ${JSON.stringify(variables)}\n${answer.text}`);
  return data;
}

export type Targets = ReturnType<typeof createTargets>;

/** Creates new targets for operations. */
export function createTargets(server: TestServer) {
  let made = 0;
  return {
    async newProduct(by: Principal): Promise<{ id: string; slug: string }> {
      made += 1;
      const query = 'mutation P($input: CreateProductInput!) { createProduct(input: $input) { product { id slug } } }';
      const data = await must(server, query, { input: { name: `Lamp ${made}`, price: 10 } }, by.token);
      return (data as { createProduct: { product: { id: string; slug: string } } }).createProduct.product;
    },
    /** The e-mail of a newly registered user. */
    newUser: async (): Promise<string> => (await signUp(server, `target${(made += 1)}`)).email,
  };
}
