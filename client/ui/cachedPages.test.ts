import { ApolloClient, ApolloLink, gql, InMemoryCache, Observable } from '@apollo/client';
import { limitCachedPages } from './cachedPages';

const query = gql`
  query ($sort: String, $after: String) {
    people(sort: $sort, after: $after) {
      id
    }
  }
`;
const person = (id: string) => ({ __typename: 'Person', id });

function shop() {
  const cache = new InMemoryCache({
    typePolicies: { Query: { fields: { people: { keyArgs: ['sort', 'after'] } } } },
  });
  const asked: unknown[] = [];
  const link = new ApolloLink(({ variables }) => {
    asked.push(variables['after']);
    return new Observable((observer) => {
      observer.next({ data: { people: [person(`of ${variables['after']}`), person('everywhere')] } });
      observer.complete();
    });
  });
  const client = new ApolloClient({ cache, link });
  return {
    cache,
    asked,
    async open(after: string | null) {
      const variables = { sort: 'NAME', after };
      const { data } = await client.query({ query, variables });
      limitCachedPages(cache, 'people', variables);
      return data;
    },
  };
}

describe('limitCachedPages', () => {
  it('caches the last ten visited pages with all their rows', async () => {
    const { cache, open } = shop();
    for (let page = 0; page < 1000; page += 1) await open(page === 0 ? null : `row ${page}`);
    const { ROOT_QUERY, ...rows } = cache.extract();
    expect(Object.keys(ROOT_QUERY ?? {}).filter((name) => name.startsWith('people'))).toHaveLength(10);
    expect(Object.keys(rows).filter((name) => name.startsWith('Person:'))).toHaveLength(11);
  });

  it('serves a cached page from memory and refetches an evicted one', async () => {
    const { asked, open } = shop();
    const pages = [null, ...Array.from({ length: 11 }, (_each, at) => `row ${at + 1}`)];
    for (const page of pages) await open(page);
    asked.length = 0;
    await open('row 11');
    await open('row 5');
    expect(asked).toEqual([]);
    expect(await open(null)).toEqual({ people: [person('of null'), person('everywhere')] });
    expect(asked).toEqual([null]);
  });
});
