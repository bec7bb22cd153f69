import type { ApolloClient } from '@apollo/client';
import { MyDataDocument, type MyDataQuery } from '../../__generated__/lazyOperations';
import { requireData } from '../../lib/noAnswer';

type Page = MyDataQuery['myData'];

/** All personal data of the signed-in user, as the parts of one JSON text. */
export async function collectMyData(readPage: (after: string | null) => Promise<Page>, now: Date): Promise<string[]> {
  const records: string[] = [];
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo }: Page = await readPage(after);
    records.push(...nodes.map(({ kind, json }) => `{"kind":${JSON.stringify(kind)},"record":${json}}`));
    after = pageInfo.endCursor;
    if (!pageInfo.hasNextPage || after === null) break;
  }
  return [`{"madeAt":${JSON.stringify(now.toISOString())},"records":[\n`, records.join(',\n'), '\n]}\n'];
}

export const pageReader =
  (client: ApolloClient) =>
  async (after: string | null): Promise<Page> => {
    const { data } = await client.query({
      query: MyDataDocument,
      variables: { first: 100, after },
      fetchPolicy: 'no-cache',
    });
    return requireData(data).myData;
  };
