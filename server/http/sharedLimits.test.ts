import { setTimeout as delay } from 'node:timers/promises';
import { signUp, type Principal } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { calls, countPassing, limits, passed } from './rateLimitCalls.fixture';

describe('E12: several processes of one shop share the limits', () => {
  let processes: TestServer[];
  let person: Principal;
  beforeAll(async () => {
    const settings = { rateLimits: { ...limits, reads: 200 }, trustProxy: 1 };
    const parts = { sharesDatabase: true };
    const first = await startTestServer({ settings, parts });
    processes = [first, await startTestServer({ settings, parts, besides: first })];
    // Both servers use the identity provider of the one that started last.
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
    '%s: of 24 concurrent calls to two processes exactly the limit passes',
    async (kind) => {
      const ask = askOf(`198.51.100.${limits[kind]}`);
      expect(await countPassing(24, (index) => calls[kind].GraphQL(ask(index)))).toBe(limits[kind]);
      for (const index of [0, 1]) expect((await calls[kind].REST(ask(index))).status).toBe(429);
    },
  );

  test('reads: each process lets pass at most a twentieth beyond the limit', async () => {
    const ask = askOf('198.51.100.200');
    const counts = processes[0]?.db.collection<{ _id: string; used: number }>('rateCounts');
    const told = async () => (await counts?.findOne({ _id: 'reads 198.51.100.200' }))?.used ?? 0;
    let passing = 0;
    // Sequential, as by a script: concurrent calls cannot be counted exactly.
    for (let index = 0; index < 260; index += 1) {
      if (passed(await calls.reads.GraphQL(ask(index)))) passing += 1;
      // Each process reports every twentieth; waits until a slow database has stored it.
      if (index < 200 && index % 20 === 19) while ((await told()) <= index) await delay(10);
    }
    expect(passing).toBeGreaterThanOrEqual(200);
    expect(passing).toBeLessThanOrEqual(220);
    for (const index of [0, 1]) expect((await calls.reads.REST(ask(index))).status).toBe(429);
  });
});
