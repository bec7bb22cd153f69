import { createPrincipals, type Principal } from '../testing/principals';
import { startTestServer, type Answer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
let admin: Principal;
beforeAll(async () => {
  server = await startTestServer();
  ({ admin } = await createPrincipals(server));
});
afterAll(() => server.stop());

describe('DateTime', () => {
  const items = 'query ($from: DateTime) { storeItems(filter: { createdFrom: $from }) { totalCount } }';
  const ask = async (from: string) => {
    const literal = items.replace(' ($from: DateTime)', '').replace('$from', JSON.stringify(from));
    const answers = [
      await server.graphql(items, { from }, { token: admin.token }),
      await server.graphql(literal, {}, { token: admin.token }),
    ];
    expect(answers[0]?.status).toBe(answers[1]?.status);
    return answers[0] as Answer;
  };
  test.each([
    '2024-02-30T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '2100-02-29T00:00:00Z',
    '2024-04-31T10:00:00+02:00',
    '2024-13-01T00:00:00Z',
    '2024-00-10T00:00:00Z',
    '2024-01-00T00:00:00Z',
    '2024-01-31T24:00:00Z',
    '2024-01-31T23:60:00Z',
    '2024-01-31T23:59:60Z',
    '2024-01-31T00:00:00.Z',
    '2024-01-31T00:00:00.1234567890Z',
    '2024-01-31T00:00:00',
    '2024-01-31',
    '2024-01-31 00:00:00Z',
    '2024-01-31T00:00:00+24:00',
    '2024-01-31T00:00:00+0100',
    '1706659200000',
    '',
  ])('%s is refused with an example of the format', async (from) => {
    const { status, text } = await ask(from);
    expect([status, text]).toEqual([400, expect.stringContaining('2026-01-31T09:30:00Z')]);
  });
  test.each([
    '2024-02-29T00:00:00Z',
    '2000-02-29T00:00Z',
    '2024-01-31T00:00:00.1Z',
    '2024-01-31T00:00:00.123456Z',
    '2024-01-31T00:00:00.123456789Z',
    '2024-01-31T23:59:59.999999+14:00',
    '0004-02-29T00:00:00Z',
    '9999-12-31T23:59:59Z',
  ])('%s is accepted', async (from) => {
    expect((await ask(from)).status).toBe(200);
  });
});
