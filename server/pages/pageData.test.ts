import type { ApolloServer } from '@apollo/server';
import type { RequestContext, RequestState } from '../http/requestState';
import type { PageCall } from './describePage';
import { createPageData } from './pageData';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const call: PageCall = { operation: 'Products', variables: {} };
const body = { kind: 'single', singleResult: { data: { products: [] } } };

/** Reads the data of a page, with an API that answers after so many milliseconds. */
function createReader() {
  let answerMs = 0;
  const executeOperation = () => new Promise((answer) => setTimeout(answer, answerMs, { body }));
  const apollo = { executeOperation } as unknown as ApolloServer<RequestContext>;
  const read = createPageData({ apollo, createContext: () => ({}) as RequestContext });
  return async (milliseconds: number) => {
    answerMs = milliseconds;
    const data = read({} as RequestState, call);
    await jest.advanceTimersByTimeAsync(1_500);
    return data;
  };
}

test('a page waits longer for its data until its process has answered once', async () => {
  const readIn = createReader();
  expect(await readIn(1_600)).toBeNull();
  expect(await readIn(1_400)).toEqual({ products: [] });
  expect(await readIn(400)).toBeNull();
  expect(await readIn(200)).toEqual({ products: [] });
});
