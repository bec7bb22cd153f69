import { readEnvironment } from '../env';
import { RateLimitedError } from '../errors';
import { signUp, type Principal } from '../testing/principals';
import { productionDefaults } from '../testing/productionSettings';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { calls, countPassing, lamp, limits, passed, times, type Ask, type CalledClass } from './rateLimitCalls.fixture';
import { createRateLimiter, type RateClass, type RateLimiter, type SharedCounts } from './rateLimits';
import { clientKey } from './clientAddress';

const none = { reads: 0, writes: 0, tokens: 0, registrations: 0 };
const kinds = Object.keys(calls) as CalledClass[];
const kindsBySurface = kinds.flatMap((kind) =>
  (['GraphQL', 'REST'] as const).map((surface) => [kind, surface] as const),
);

describe('E12, B15: behind one proxy', () => {
  let server: TestServer;
  let person: Principal;
  let addresses = 0;
  beforeAll(async () => {
    server = await startTestServer({ settings: { rateLimits: limits, trustProxy: 1 } });
    person = await signUp(server, 'owner');
  });
  afterAll(() => server.stop());

  /** A client address that has not been counted yet. */
  const newClient = () => `198.51.100.${(addresses += 1)}`;
  const from = (client: string): Ask => ({ server, person, headers: { 'x-forwarded-for': client } });
  const products = () => server.db.collection('products').countDocuments();

  test.each(kindsBySurface)(
    '%s by %s: of 24 or more concurrent calls exactly the limit passes',
    async (kind, surface) => {
      const client = newClient();
      const before = await products();
      // Every call spends one read, so the reads need more calls to exceed their limit.
      const count = kind === 'reads' ? 3 * limits.reads : 24;
      expect(await countPassing(count, () => calls[kind][surface](from(client)))).toBe(limits[kind]);
      expect((await products()) - before).toBe(kind === 'writes' ? limits.writes : 0);
      expect(await countPassing(1, () => calls[kind][surface](from(newClient())))).toBe(1);
    },
  );

  test.each(kinds)('%s: GraphQL and REST share one limit', async (kind) => {
    const client = newClient();
    const surfaces = ['GraphQL', 'REST'] as const;
    const count = kind === 'reads' ? 2 * limits.reads : 20;
    const ask = (index: number) => calls[kind][index % 2 === 0 ? 'GraphQL' : 'REST'](from(client));
    expect(await countPassing(count, ask)).toBe(limits[kind]);
    for (const surface of surfaces) expect((await calls[kind][surface](from(client))).status).toBe(429);
  });

  test('an exhausted limit does not affect the others', async () => {
    const client = newClient();
    await countPassing(limits.tokens, () => calls.tokens.REST(from(client)));
    expect((await calls.tokens.REST(from(client))).status).toBe(429);
    expect(passed(await calls.writes.REST(from(client)))).toBe(true);
    expect(passed(await calls.registrations.GraphQL(from(client)))).toBe(true);
    expect(passed(await calls.reads.GraphQL(from(client)))).toBe(true);
  });

  test('each mutation of a document counts, and one beyond the limit refuses the whole document', async () => {
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

  test('ignores X-Forwarded-For entries before the one of the proxy', async () => {
    const client = newClient();
    const ask = (index: number) => calls.tokens.REST(from(`203.0.113.${index}, ${client}`));
    expect(await countPassing(20, ask)).toBe(limits.tokens);
  });

  test('IPv6: all addresses of a /56 count as one client', async () => {
    const ask = (index: number) =>
      calls.tokens.REST(from(`2001:db8:0:7${index.toString(16).padStart(2, '0')}::${index.toString(16)}`));
    expect(await countPassing(20, ask)).toBe(limits.tokens);
    expect(passed(await calls.tokens.REST(from('2001:db8:0:800::1')))).toBe(true);
  });

  test('ignores the ports that a proxy adds to addresses', async () => {
    const client = newClient();
    expect(await countPassing(20, (index) => calls.tokens.REST(from(`${client}:${50_000 + index}`)))).toBe(
      limits.tokens,
    );
    const ask = (index: number) => calls.tokens.REST(from(`[2001:db8:0:9::1]:${50_000 + index}`));
    expect(await countPassing(20, ask)).toBe(limits.tokens);
  });
});

describe('E12, B15: client identification', () => {
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

  test('without TRUST_PROXY no forwarding header changes the client', async () => {
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

  test('with the addresses of the proxies, the last entry that is not a proxy counts', async () => {
    await withServer('loopback, 10.0.0.0/8', async (ask) => {
      const forged = (index: number) => ({ 'x-forwarded-for': `203.0.113.${index}, 198.51.100.1, 10.0.0.${index}` });
      expect(await passing(ask, forged)).toBe(5);
    });
    await withServer('10.0.0.0/8', async (ask) => {
      // The test does not connect from that network, so its header is not trusted.
      expect(await passing(ask, (index) => ({ 'x-forwarded-for': `198.51.100.${index}` }))).toBe(5);
    });
  });
});

describe('E12: configured limits', () => {
  test('with the identity emulator nothing is limited', async () => {
    const { rateLimits } = readEnvironment({} as NodeJS.ProcessEnv);
    expect(rateLimits).toEqual({ ...none, messages: 0, checkouts: 0 });
    const server = await startTestServer({ settings: { rateLimits } });
    try {
      const person = await signUp(server, 'owner');
      // In batches: all calls of a kind at once would run into the database timeout on a busy machine.
      const atOnce = 25;
      const turns = { reads: 4, writes: 5, tokens: 3, registrations: 1 };
      for (const kind of kinds) {
        for (let turn = 0; turn < turns[kind]; turn += 1) {
          expect(await countPassing(atOnce, () => calls[kind].REST({ server, person }))).toBe(atOnce);
        }
      }
    } finally {
      await server.stop();
    }
  });

  test('production: 3000 reads, 120 writes, 60 tokens, 10 registrations', async () => {
    const { rateLimits } = productionDefaults();
    expect(rateLimits).toEqual({
      reads: 3000,
      writes: 120,
      tokens: 60,
      registrations: 10,
      messages: 20,
      checkouts: 200,
    });
    const limiter = createRateLimiter(rateLimits);
    for (const [kind, count] of Object.entries(rateLimits) as [RateClass, number][]) {
      for (let call = 0; call < count; call += 1) await limiter.charge(kind, '198.51.100.1');
      await expect(limiter.charge(kind, '198.51.100.1')).rejects.toThrow('Too many requests. Please try again later.');
    }
  });
});

describe('E12: counts shared between processes', () => {
  test('messages and checkouts are counted by the day, everything else by the minute', async () => {
    const told: [key: string, windowMs: number][] = [];
    const counter: SharedCounts = {
      add: async (key, used, windowMs) => {
        told.push([key, windowMs]);
        return { used, leftMs: windowMs };
      },
    };
    const limiter = createRateLimiter({ ...limits, messages: 1, checkouts: 1 }, { minutes: counter, days: counter });
    for (const kind of ['writes', 'messages', 'checkouts'] as const) await limiter.charge(kind, 'a');
    expect(told).toEqual([
      ['writes a', 60_000],
      ['messages a', 86_400_000],
      ['checkouts a', 86_400_000],
    ]);
    const refusal = await limiter.charge('messages', 'a').catch((error: unknown) => error);
    expect((refusal as RateLimitedError).retryAfterSeconds).toBeGreaterThan(86_000);
  });

  test('a charge of the day is refunded where it was counted, and none of the minute', async () => {
    let isAway = false;
    const told: [key: string, used: number][] = [];
    const counter: SharedCounts = {
      add: async (key, used, windowMs) => {
        if (isAway) throw new Error('away');
        told.push([key, used]);
        return { used, leftMs: windowMs };
      },
    };
    const limiter = createRateLimiter({ ...limits, writes: 1, messages: 1 }, { minutes: counter, days: counter });
    const refund = await limiter.charge('messages', 'a');
    await refund();
    isAway = true;
    const refundHere = await limiter.charge('messages', 'a');
    isAway = false;
    await refundHere();
    expect(told).toEqual([
      ['messages a', 1],
      ['messages a', -1],
    ]);
    await limiter.charge('messages', 'a');
    await expect(limiter.charge('messages', 'a')).rejects.toBeInstanceOf(RateLimitedError);
    const refundWrite = await limiter.charge('writes', 'a');
    await refundWrite();
    await expect(limiter.charge('writes', 'a')).rejects.toBeInstanceOf(RateLimitedError);
  });

  test('without the database each process counts for itself', async () => {
    const broken: SharedCounts = { add: () => Promise.reject(new Error('away')) };
    const limiter = createRateLimiter(limits, { minutes: broken });
    for (let call = 0; call < limits.writes; call += 1) await limiter.charge('writes', 'a');
    await expect(limiter.charge('writes', 'a')).rejects.toThrow('Too many requests. Please try again later.');
  });

  test('Retry-After follows the window that another process has begun', async () => {
    const counter: SharedCounts = { add: async () => ({ used: 9, leftMs: 7_500 }) };
    const limiter = createRateLimiter(limits, { minutes: counter });
    const refusal = await limiter.charge('writes', 'a').catch((error: unknown) => error);
    expect((refusal as RateLimitedError).retryAfterSeconds).toBe(8);
  });
});

test('B15 what is counted by the day outlasts the process and many other clients, where one process has the shop, too', async () => {
  const settings = { rateLimits: { ...none, messages: 2 }, trustProxy: 1 };
  const first = await startTestServer({ settings });
  const send = async (server: TestServer) => {
    const input = { name: 'Ann', email: 'ann@kiosk.test', message: 'Ten letters at least.' };
    const { status } = await server.graphql(
      'mutation ($input: SendContactMessageInput!) { sendContactMessage(input: $input) { contactMessage { id } } }',
      { input },
      { headers: { 'x-forwarded-for': '198.51.100.77' } },
    );
    return status;
  };
  expect([await send(first), await send(first), await send(first)]).toEqual([200, 200, 429]);
  const second = await startTestServer({ settings, besides: first });
  expect(await send(second)).toBe(429);
  const refusesAfterOthers = async (limiter: RateLimiter) => {
    for (let call = 0; call < 2; call += 1) await limiter.charge('messages', '198.51.100.78');
    for (let other = 0; other < 20_000; other += 1) limiter('reads', `other client ${other}`);
    return limiter.charge('messages', '198.51.100.78').then(
      () => false,
      (error: unknown) => error instanceof RateLimitedError,
    );
  };
  const few = { messages: 2, reads: 1 };
  // In memory alone the others' windows have taken its place.
  expect(await refusesAfterOthers(createRateLimiter(few))).toBe(false);
  expect(await refusesAfterOthers(createRateLimiter(few, { days: first.repositories.rateCounts }))).toBe(true);
  await second.stop();
  await first.stop();
});

describe('E12, R12: Retry-After is exact', () => {
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

  test('a call passes after Retry-After seconds, and not a second earlier', () => {
    const limiter = createRateLimiter({ ...none, reads: 2 });
    expect([refusedFor(limiter), refusedFor(limiter), refusedFor(limiter)]).toEqual([0, 0, 60]);
    jest.advanceTimersByTime(41_400);
    expect(refusedFor(limiter)).toBe(19);
    jest.advanceTimersByTime(18_000);
    expect(refusedFor(limiter)).toBe(1);
    jest.advanceTimersByTime(1_000);
    expect([refusedFor(limiter), refusedFor(limiter), refusedFor(limiter)]).toEqual([0, 0, 60]);
  });

  test('setting the clock an hour back or ahead does not change the window', () => {
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
  ['203.0.113.7', 56, '203.0.113.7'],
  ['::ffff:203.0.113.7', 56, '203.0.113.7'],
  ['203.0.113.7:4711', 56, '203.0.113.7'],
  ['2001:db8::1', 56, '2001:db8:0:0::/56'],
  ['2001:0DB8:0:0:ffff::1', 56, '2001:db8:0:0::/56'],
  ['2001:db8:1:12ff:3:4:5:6', 56, '2001:db8:1:1200::/56'],
  ['2001:db8:1:12ff:3:4:5:6', 64, '2001:db8:1:12ff::/64'],
  ['2001:db8:1:12ff:3:4:5:6', 60, '2001:db8:1:12f0::/60'],
  ['2001:db8:1:12ff:3:4:5:6', 48, '2001:db8:1::/48'],
  ['2001:db8:f1:12ff:3:4:5:6', 41, '2001:db8:80::/41'],
  ['2001:db8:1:2::', 32, '2001:db8::/32'],
  ['[2001:db8:1:2::9]:4711', 64, '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 56, 'fe80:0:0:0::/56'],
  ['::1', 56, '0:0:0:0::/56'],
  ['::', 56, '0:0:0:0::/56'],
  ['not:an:address', 56, '0:a:add::/56'],
  ['', 56, ''],
])('the client of %s by a prefix of %d is %s', (address, prefix, client) => {
  expect(clientKey(address, prefix)).toBe(client);
});
