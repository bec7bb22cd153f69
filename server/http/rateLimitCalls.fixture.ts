import type { Principal } from '../testing/principals';
import type { Answer, TestServer } from '../testing/startTestServer';
import type { RateClass } from './rateLimits';

/** What is counted by the minute: both surfaces have calls for it. */
export type CalledClass = Exclude<RateClass, 'messages' | 'checkouts' | 'notices' | 'forgedNotices' | 'wrongKeys'>;

export const limits: Record<CalledClass, number> = { reads: 30, writes: 8, tokens: 5, registrations: 6 };

const create = 'mutation C($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }';
const register = 'mutation R($input: RegisterUserInput!) { registerUser(input: $input) { user { id } } }';
const takeToken = 'mutation T($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { token } }';
export const lamp = { name: 'Lamp', price: 5 };

export interface Ask {
  readonly server: TestServer;
  readonly person: Principal;
  readonly headers?: Record<string, string>;
}

/** Each kind of call by both surfaces. */
export const calls: Record<CalledClass, Record<'GraphQL' | 'REST', (ask: Ask) => Promise<Answer>>> = {
  reads: {
    GraphQL: ({ server, headers = {} }) => server.graphql('{ categories { id } }', undefined, { headers }),
    REST: ({ server, headers = {} }) => server.call('GET', '/api/product', { headers }),
  },
  writes: {
    GraphQL: ({ server, person: { token }, headers = {} }) =>
      server.graphql(create, { input: lamp }, { token, headers }),
    REST: ({ server, person: { token }, headers = {} }) =>
      server.call('POST', '/api/product', { token, headers, body: lamp }),
  },
  tokens: {
    GraphQL: ({ server, person: { token, email }, headers = {} }) =>
      server.graphql(takeToken, { input: { email } }, { token, headers }),
    REST: ({ server, person: { token, email }, headers = {} }) =>
      server.call('POST', '/api/jwt', { token, headers, body: { email } }),
  },
  registrations: {
    GraphQL: ({ server, person: { token, email }, headers = {} }) =>
      server.graphql(register, { input: { name: 'Olive', email } }, { token, headers }),
    REST: ({ server, person: { token, email }, headers = {} }) =>
      server.call('POST', '/api/users', { token, headers, body: { name: 'Olive', email } }),
  },
};

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
export const passed = ({ status }: Answer) => status === 200 || status === 201;
const codeOf = ({ json }: Answer) => {
  const { code, errors } = json as { code?: string; errors?: { extensions: { code: string } }[] };
  return code ?? errors?.[0]?.extensions.code;
};

/** How many of so many at once pass; the others must be told when to come again. */
export async function countPassing(count: number, ask: (index: number) => Promise<Answer>): Promise<number> {
  const startedAt = performance.now();
  const answers = await Promise.all(times(count, ask));
  const elapsed = (performance.now() - startedAt) / 1000;
  for (const answer of answers.filter((each) => !passed(each))) {
    expect([answer.status, codeOf(answer)]).toEqual([429, 'RATE_LIMITED']);
    const wait = answer.headers.get('retry-after') ?? '';
    expect(wait).toMatch(/^\d+$/);
    expect(Number(wait)).toBeGreaterThanOrEqual(Math.floor(60 - elapsed) - 1);
    expect(Number(wait)).toBeLessThanOrEqual(60);
    const id = answer.headers.get('x-request-id') ?? 'none';
    expect(answer.text).toContain(`"requestId":"${id}"`);
  }
  return answers.filter(passed).length;
}
