/** @jest-environment jsdom */
import { forgetViewed, rememberViewed, viewedSlugs } from './viewedProducts';

const key = 'kiosk-viewed-products';
const look = (uid: string, ...slugs: string[]) => slugs.forEach((slug) => rememberViewed(uid, slug));
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `lamp-${index + 1}`);

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

test('lists the newest first, each product once', () => {
  look('', 'a', 'b', 'c', 'a');
  expect(viewedSlugs('')).toEqual(['a', 'c', 'b']);
});

test('stores the slugs of the last 12 products', () => {
  look('ada', ...numbered(15));
  expect(viewedSlugs('ada')).toEqual(numbered(15).reverse().slice(0, 12));
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual([{ uid: 'ada', slugs: viewedSlugs('ada') }]);
});

test('stores one list per user, for the last 4 users', () => {
  look('', 'a');
  look('ada', 'b');
  expect([viewedSlugs(''), viewedSlugs('ada'), viewedSlugs('bob')]).toEqual([['a'], ['b'], []]);
  forgetViewed('ada');
  expect([viewedSlugs(''), viewedSlugs('ada')]).toEqual([['a'], []]);
  for (const uid of ['bob', 'cid', 'dan', 'eve']) look(uid, 'c');
  expect(['', 'bob', 'cid', 'dan', 'eve'].map((uid) => viewedSlugs(uid).length)).toEqual([0, 1, 1, 1, 1]);
});

test('clearing the last list removes the storage entry', () => {
  look('', 'a');
  forgetViewed('');
  expect(localStorage).toHaveLength(0);
});

test.each([
  ['no JSON', '[{"uid":', []],
  ['no list', '{"uid":"","slugs":["a"]}', []],
  ['null', 'null', []],
  ['entries of other kinds', '[null, 1, "a", [], {}, {"uid":1,"slugs":["a"]}, {"uid":"","slugs":"a"}]', []],
  ['slugs of other kinds', '[{"uid":"","slugs":[1, null, "", "a", ["b"], "a", {"c":1}, "d"]}]', ['a', 'd']],
  ['too many', JSON.stringify([{ uid: '', slugs: numbered(5_000) }]), numbered(12)],
])('ignores corrupt storage content: %s', (_what, text, expected) => {
  localStorage.setItem(key, text);
  expect(viewedSlugs('')).toEqual(expected);
  look('', 'new');
  expect(viewedSlugs('')).toEqual(['new', ...expected].slice(0, 12));
});

test.each(['getItem', 'setItem'] as const)('ignores a storage that throws in %s', (method) => {
  jest.spyOn(Storage.prototype, method).mockImplementation(() => {
    throw new DOMException('full or forbidden', 'QuotaExceededError');
  });
  expect(() => look('', 'a')).not.toThrow();
  expect(() => forgetViewed('')).not.toThrow();
  expect(viewedSlugs('')).toEqual([]);
});
