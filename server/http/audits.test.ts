import { serverAudits, type AuditResult } from 'graphql-http';
import { startTestServer, type TestServer } from '../testing/startTestServer';

/** 400 where 'application/json' would be answered 200: Apollo Server's own accepted warnings. */
const mayWarn = ['572B', '7B9B', 'FDE2'];

describe('E5: GraphQL over HTTP', () => {
  let server: TestServer | undefined;
  afterEach(() => server?.stop());

  const audit = async (introspection: boolean): Promise<AuditResult[]> => {
    server = await startTestServer({ settings: { introspection } });
    const audits = serverAudits({ url: `${server.url}/graphql` });
    return Promise.all(audits.map(({ fn }) => fn()));
  };
  const idsOf = (results: readonly AuditResult[]) => results.map(({ id }) => id).sort();

  test('with introspection, all 13 MUST audits and 58 of 61 audits pass', async () => {
    const results = await audit(true);
    const passed = results.filter(({ status }) => status === 'ok');
    expect(results).toHaveLength(61);
    expect(passed.filter(({ name }) => name.startsWith('MUST'))).toHaveLength(13);
    expect(passed).toHaveLength(58);
    const others = results.filter(({ status }) => status !== 'ok');
    expect(idsOf(others)).toEqual(mayWarn);
    expect(others.map(({ status }) => status)).toEqual(['warn', 'warn', 'warn']);
  });

  test('without introspection, only the audits that query a type fail in addition', async () => {
    const results = await audit(false);
    const others = results.filter(({ status }) => status !== 'ok');
    expect(idsOf(others)).toEqual([...mayWarn, '28B9', '2EA1', '6A70', 'BF61', 'D6D5'].sort());
  });
});
