import { LookupCache, maxCacheBytes, type UpstreamResponse } from './lookupCache';

const answerOf = (text: string, status = 200): UpstreamResponse => ({ status, headers: {}, body: Buffer.from(text) });
const owner = { authorization: 'Bearer owner' };
const path = '/identitytoolkit.googleapis.com/v1/projects/demo/accounts';
const call = (action: string, body: string, headers = owner) => ({
  ...{
    upstream: '127.0.0.1:1',
    method: 'POST',
    path: `${path}:${action}`,
    url: `${path}:${action}?x=1`,
    headers,
    body: Buffer.from(body),
  },
});
const lookup = call('lookup', '{"localId":["ada"]}');
const update = call('update', '{"localId":"ada","disableUser":true}');

let lookups: LookupCache;
let asked: string[];
beforeEach(() => {
  lookups = new LookupCache();
  asked = [];
});
const ask = async (request: Parameters<LookupCache['request']>[0], status = 200): Promise<string> => {
  const { body } = await lookups.request(request, () => {
    asked.push(request.url.replace(/.*:(\w+)\?.*/, '$1'));
    return Promise.resolve(answerOf(`answer ${asked.length}`, status));
  });
  return body.toString();
};

test('caches the lookup of an account until a call that may have changed one', async () => {
  expect([await ask(lookup), await ask(lookup)]).toEqual(['answer 1', 'answer 1']);
  await ask(update);
  expect([await ask(lookup), await ask(lookup)]).toEqual(['answer 3', 'answer 3']);
  await ask({ ...update, method: 'GET', path: '/emulator/action', url: '/emulator/action?mode=resetPassword' });
  expect(await ask(lookup)).toBe('answer 5');
  await ask(call('somethingNew', '{}'));
  expect(await ask(lookup)).toBe('answer 7');
});

test('clears the cache after a change that failed', async () => {
  await ask(lookup);
  await expect(lookups.request(update, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
  expect(await ask(lookup)).toBe('answer 2');
});

test('does not cache lookups that overlap a change', async () => {
  let finish: (answer: UpstreamResponse) => void = () => undefined;
  const early = lookups.request(lookup, () => new Promise<UpstreamResponse>((resolve) => (finish = resolve)));
  await ask(update);
  finish(answerOf('of before'));
  await early;
  expect(await ask(lookup)).toBe('answer 2');
  let done: (answer: UpstreamResponse) => void = () => undefined;
  const changing = lookups.request(update, () => new Promise<UpstreamResponse>((resolve) => (done = resolve)));
  expect([await ask(lookup), await ask(lookup)]).toEqual(['answer 3', 'answer 4']);
  done(answerOf('done'));
  await changing;
  expect(await ask(lookup)).toBe('answer 5');
});

test('caches only successful lookups by uid, separately for each request, key and upstream', async () => {
  await ask(lookup);
  await ask({ ...lookup, upstream: '127.0.0.1:2' });
  await ask(call('lookup', '{"localId":["bob"]}'));
  await ask({ ...lookup, headers: { authorization: 'Bearer another' } });
  expect(asked).toHaveLength(4);
  const byToken = call('lookup', '{"idToken":"a.b.c"}');
  for (let time = 0; time < 2; time += 1) {
    await ask(byToken);
    await ask(call('lookup', '{"localId":["eve"]}'), 400);
    await ask(call('query', '{}'));
  }
  expect(asked).toHaveLength(10);
});

test('limits the total size of all cached responses', async () => {
  const held = Math.floor(maxCacheBytes / 4);
  const large = { ...answerOf(''), body: Buffer.alloc(held) };
  const askFor = (uid: string, answer: UpstreamResponse) =>
    lookups.request(call('lookup', `{"localId":["${uid}"]}`), () => {
      asked.push(uid);
      return Promise.resolve(answer);
    });
  // Three responses fit; the fourth clears the cache.
  for (const uid of ['a', 'b', 'c', 'a', 'b', 'c', 'd', 'd', 'a']) await askFor(uid, large);
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'a']);
  // A response larger than the whole cache is not cached and evicts nothing.
  const tooLarge = { ...large, body: Buffer.alloc(maxCacheBytes) };
  for (const uid of ['e', 'e', 'd']) await askFor(uid, uid === 'e' ? tooLarge : large);
  expect(asked.slice(5)).toEqual(['e', 'e']);
});
