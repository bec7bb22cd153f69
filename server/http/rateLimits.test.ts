import { readEnvironment } from '../env';
import { RateLimitedError } from '../errors';
import { signUp, type Principal } from '../testing/principals';
import { startTestServer, type Answer, type TestServer } from '../testing/startTestServer';
import { createRateLimiter, type RateClass, type RateLimiter, type SharedCounts } from './rateLimits';
import { clientKey } from './requestState';

const limits: Record<RateClass, number> = { reads: 30, writes: 8, tokens: 5, registrations: 6 };
const none: Record<RateClass, number> = { reads: 0, writes: 0, tokens: 0, registrations: 0 };

const create = 'mutation C($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }';
const register = 'mutation R($input: RegisterUserInput!) { registerUser(input: $input) { user { id } } }';
const takeToken = 'mutation T($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { token } }';
const lamp = { name: 'Lamp', price: 5 };

interface Ask {
  readonly server: TestServer;
  readonly person: Principal;
  readonly headers?: Record<string, string>;
}

/** Each kind of call by both surfaces. */
const calls: Record<RateClass, Record<'GraphQL' | 'REST', (ask: Ask) => Promise<Answer>>> = {
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
const kinds = Object.keys(calls) as RateClass[];
const kindsBySurface = kinds.flatMap((kind) =>
  (['GraphQL', 'REST'] as const).map((surface) => [kind, surface] as const),
);

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const passed = ({ status }: Answer) => status === 200 || status === 201;
const codeOf = ({ json }: Answer) => {
  const { code, errors } = json as { code?: string; errors?: { extensions: { code: string } }[] };
  return code ?? errors?.[0]?.extensions.code;
};

/** How many of so many at once pass; the others must be told when to come again. */
async function countPassing(count: number, ask: (index: number) => Promise<Answer>): Promise<number> {
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

describe('E12, B15: behind one proxy', () => {
  let server: TestServer;
  let person: Principal;
  let addresses = 0;
  beforeAll(async () => {
    server = await startTestServer({ settings: { rateLimits: limits, trustProxy: 1 } });
    person = await signUp(server, 'owner');
  });
  afterAll(() => server.stop());

  /** A client whom nobody has counted yet. */
  const newClient = () => `198.51.100.${(addresses += 1)}`;
  const from = (client: string): Ask => ({ server, person, headers: { 'x-forwarded-for': client } });
  const products = () => server.db.collection('products').countDocuments();

  test.each(kindsBySurface)('%s by %s: of 24 or more at once exactly the limit passes', async (kind, surface) => {
    const client = newClient();
    const before = await products();
    // One read is spent by every call, so that reads are asked for in greater number than there are reads.
    const count = kind === 'reads' ? 3 * limits.reads : 24;
    expect(await countPassing(count, () => calls[kind][surface](from(client)))).toBe(limits[kind]);
    expect((await products()) - before).toBe(kind === 'writes' ? limits.writes : 0);
    expect(await countPassing(1, () => calls[kind][surface](from(newClient())))).toBe(1);
  });

  test.each(kinds)('%s: both surfaces draw on one account', async (kind) => {
    const client = newClient();
    const surfaces = ['GraphQL', 'REST'] as const;
    const count = kind === 'reads' ? 2 * limits.reads : 20;
    const ask = (index: number) => calls[kind][index % 2 === 0 ? 'GraphQL' : 'REST'](from(client));
    expect(await countPassing(count, ask)).toBe(limits[kind]);
    for (const surface of surfaces) expect((await calls[kind][surface](from(client))).status).toBe(429);
  });

  test('a kind that is used up leaves the others alone', async () => {
    const client = newClient();
    await countPassing(limits.tokens, () => calls.tokens.REST(from(client)));
    expect((await calls.tokens.REST(from(client))).status).toBe(429);
    expect(passed(await calls.writes.REST(from(client)))).toBe(true);
    expect(passed(await calls.registrations.GraphQL(from(client)))).toBe(true);
    expect(passed(await calls.reads.GraphQL(from(client)))).toBe(true);
  });

  test('each mutation of a document counts, and one too many stops all of them', async () => {
    const { headers = {} } = from(newClient());
    const many = (count: number) =>
      `mutation M($input: CreateProductInput!) { ${times(count, (i) => `m${i}: createProduct(input: $input) { product { id } }`).join(' ')} }`;
    const send = (count: number) => server.graphql(many(count), { input: lamp }, { token: person.token, headers });
    const before = await products();
    expect([(await send(4)).status, (await send(3)).status, (await send(2)).status]).toEqual([200, 200, 429]);
    expect((await products()) - before).toBe(7);
  });

  test('refused and anonymous calls count too', async () => {
    const client = newClient();
    const { headers = {} } = from(client);
    const statuses = await Promise.all(
      times(
        limits.tokens,
        async () => (await server.call('POST', '/api/jwt', { headers, body: { email: 'a@b.example' } })).status,
      ),
    );
    expect(statuses).toEqual(times(limits.tokens, () => 401));
    expect((await calls.tokens.GraphQL(from(client))).status).toBe(429);
  });

  test('what the client itself wrote before the proxy’s entry changes nothing', async () => {
    const client = newClient();
    const ask = (index: number) => calls.tokens.REST(from(`203.0.113.${index}, ${client}`));
    expect(await countPassing(20, ask)).toBe(limits.tokens);
  });

  test('IPv6: one client is a /64, whatever address of it is used', async () => {
    const ask = (index: number) => calls.tokens.REST(from(`2001:db8:0:7::${index.toString(16)}`));
    expect(await countPassing(20, ask)).toBe(limits.tokens);
    expect(passed(await calls.tokens.REST(from('2001:db8:0:8::1')))).toBe(true);
  });

  test('a proxy that writes ports beside addresses does not make every connection a client', async () => {
    const client = newClient();
    expect(await countPassing(20, (index) => calls.tokens.REST(from(`${client}:${50_000 + index}`)))).toBe(
      limits.tokens,
    );
    const ask = (index: number) => calls.tokens.REST(from(`[2001:db8:0:9::1]:${50_000 + index}`));
    expect(await countPassing(20, ask)).toBe(limits.tokens);
  });
});

describe('E12, B15: who the client is', () => {
  const withServer = async (trustProxy: false | number | string, use: (ask: Ask) => Promise<void>) => {
    const server = await startTestServer({ settings: { rateLimits: { ...none, tokens: 5 }, trustProxy } });
    try {
      await use({ server, person: await signUp(server, 'owner') });
    } finally {
      await server.stop();
    }
  };
  const passing = (ask: Ask, headersOf: (index: number) => Record<string, string>) =>
    countPassing(20, (index) => calls.tokens.REST({ ...ask, headers: headersOf(index) }));

  test('without TRUST_PROXY no header makes another client of one', async () => {
    await withServer(false, async (ask) => {
      const names = ['x-forwarded-for', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip', 'forwarded'];
      const forged = (index: number) =>
        Object.fromEntries(
          names.map((name) => [name, name === 'forwarded' ? `for=203.0.113.${index}` : `203.0.113.${index}`]),
        );
      expect(await passing(ask, forged)).toBe(5);
    });
  });

  test('with two proxies the second entry from the right counts', async () => {
    await withServer(2, async (ask) => {
      expect(
        await passing(ask, (index) => ({ 'x-forwarded-for': `203.0.113.${index}, 198.51.100.1, 10.0.0.${index}` })),
      ).toBe(5);
      expect(await passing(ask, (index) => ({ 'x-forwarded-for': `198.51.100.${100 + index}, 10.0.0.1` }))).toBe(20);
    });
  });

  test('with the addresses of the proxies the last entry that is none of them counts', async () => {
    await withServer('loopback, 10.0.0.0/8', async (ask) => {
      const forged = (index: number) => ({ 'x-forwarded-for': `203.0.113.${index}, 198.51.100.1, 10.0.0.${index}` });
      expect(await passing(ask, forged)).toBe(5);
    });
    await withServer('10.0.0.0/8', async (ask) => {
      // We are no proxy of that network, so nothing of what we say is believed.
      expect(await passing(ask, (index) => ({ 'x-forwarded-for': `198.51.100.${index}` }))).toBe(5);
    });
  });
});

describe('E12: what is set', () => {
  test('with the identity emulator nothing is limited', async () => {
    const { rateLimits } = readEnvironment({} as NodeJS.ProcessEnv);
    expect(rateLimits).toEqual({ reads: 0, writes: 0, tokens: 0, registrations: 0 });
    const server = await startTestServer({ settings: { rateLimits } });
    try {
      const person = await signUp(server, 'owner');
      const counts = { reads: 100, writes: 125, tokens: 65, registrations: 15 };
      for (const kind of kinds) {
        expect(await countPassing(counts[kind], () => calls[kind].REST({ server, person }))).toBe(counts[kind]);
      }
    } finally {
      await server.stop();
    }
  });

  test('production: 3000 reads, 120 writes, 60 tokens, 10 registrations', async () => {
    const { rateLimits } = readEnvironment({
      NODE_ENV: 'production',
      MONGODB_URI: 'mongodb://db.internal/kiosk',
      FIREBASE_PROJECT_ID: 'corner-shop',
      FIREBASE_API_KEY: 'AIzaSyExample-key',
      FIREBASE_AUTH_DOMAIN: 'corner-shop.firebaseapp.com',
      PUBLIC_URL: 'https://shop.example',
    } as NodeJS.ProcessEnv);
    expect(rateLimits).toEqual({ reads: 3000, writes: 120, tokens: 60, registrations: 10 });
    const limiter = createRateLimiter(rateLimits);
    for (const [kind, count] of Object.entries(rateLimits) as [RateClass, number][]) {
      for (let call = 0; call < count; call += 1) await limiter.charge(kind, '198.51.100.1');
      await expect(limiter.charge(kind, '198.51.100.1')).rejects.toThrow('Too many requests. Please try again later.');
    }
  });
});

describe('E12: several processes of one shop share the limits', () => {
  let processes: TestServer[];
  let person: Principal;
  beforeAll(async () => {
    const settings = { rateLimits: { ...limits, reads: 200 }, trustProxy: 1 };
    const parts = { isOneOfMany: true };
    const first = await startTestServer({ settings, parts });
    processes = [first, await startTestServer({ settings, parts, besides: first })];
    // The identity provider that is asked is the one of the server that started last.
    processes[1]?.identity.add({ uid: 'uid-owner', email: 'owner@kiosk.test', emailVerified: true, name: 'Owner' });
    person = await signUp(first, 'owner');
  });
  afterAll(async () => {
    for (const server of processes.reverse()) await server.stop();
  });

  const askOf = (client: string) => (index: number) => {
    const server = processes[index % 2] as TestServer;
    return { server, person, headers: { 'x-forwarded-for': client } };
  };

  test.each(['writes', 'tokens', 'registrations'] as const)(
    '%s: of 24 at once at two exactly the limit passes',
    async (kind) => {
      const ask = askOf(`198.51.100.${limits[kind]}`);
      expect(await countPassing(24, (index) => calls[kind].GraphQL(ask(index)))).toBe(limits[kind]);
      for (const index of [0, 1]) expect((await calls[kind].REST(ask(index))).status).toBe(429);
    },
  );

  test('reads: no more than a twentieth for each process beyond the limit', async () => {
    const ask = askOf('198.51.100.200');
    let passing = 0;
    // One after the other, as a script would: what is on its way at once cannot be known by anybody.
    for (let index = 0; index < 260; index += 1) if (passed(await calls.reads.GraphQL(ask(index)))) passing += 1;
    expect(passing).toBeGreaterThanOrEqual(200);
    expect(passing).toBeLessThanOrEqual(220);
    for (const index of [0, 1]) expect((await calls.reads.REST(ask(index))).status).toBe(429);
  });

  test('without the database each process counts for itself', async () => {
    const broken: SharedCounts = { add: () => Promise.reject(new Error('away')) };
    const limiter = createRateLimiter(limits, broken);
    for (let call = 0; call < limits.writes; call += 1) await limiter.charge('writes', 'a');
    await expect(limiter.charge('writes', 'a')).rejects.toThrow('Too many requests. Please try again later.');
  });

  test('the minute is the one that the first process has begun', async () => {
    const counter: SharedCounts = { add: async () => ({ used: 9, leftMs: 7_500 }) };
    const limiter = createRateLimiter(limits, counter);
    const refusal = await limiter.charge('writes', 'a').catch((error: unknown) => error);
    expect((refusal as RateLimitedError).retryAfterSeconds).toBe(8);
  });
});

describe('E12, C12: Retry-After keeps its word', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function refusedFor(limiter: RateLimiter): number {
    try {
      limiter('reads', 'a');
      return 0;
    } catch (error) {
      return error instanceof RateLimitedError ? (error.retryAfterSeconds ?? NaN) : NaN;
    }
  }

  test('after so many seconds the call passes, a second before it does not', () => {
    const limiter = createRateLimiter({ ...none, reads: 2 });
    expect([refusedFor(limiter), refusedFor(limiter), refusedFor(limiter)]).toEqual([0, 0, 60]);
    jest.advanceTimersByTime(41_400);
    expect(refusedFor(limiter)).toBe(19);
    jest.advanceTimersByTime(18_000);
    expect(refusedFor(limiter)).toBe(1);
    jest.advanceTimersByTime(1_000);
    expect([refusedFor(limiter), refusedFor(limiter), refusedFor(limiter)]).toEqual([0, 0, 60]);
  });

  test('a clock that is set back or ahead by an hour neither locks out nor lets through', () => {
    for (const hours of [-1, 1]) {
      const limiter = createRateLimiter({ ...none, reads: 1 });
      expect([refusedFor(limiter), refusedFor(limiter)]).toEqual([0, 60]);
      jest.setSystemTime(Date.now() + hours * 3_600_000);
      expect(refusedFor(limiter)).toBe(60);
      jest.advanceTimersByTime(59_000);
      expect(refusedFor(limiter)).toBe(1);
      jest.advanceTimersByTime(1_000);
      expect(refusedFor(limiter)).toBe(0);
    }
  });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0:0:ffff::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('the client of %s is %s', (address, client) => {
  expect(clientKey(address)).toBe(client);
});
