import { collectMyData } from './collectMyData';

const node = (json: object) => ({ kind: 'PRODUCT' as const, json: JSON.stringify(json) });
const page = (json: object[], endCursor: string | null, hasNextPage: boolean) => ({
  nodes: json.map(node),
  pageInfo: { hasNextPage, endCursor },
});

it('joins all pages into one JSON text, in order', async () => {
  const asked: (string | null)[] = [];
  const pages = [page([{ name: 'a"b' }, { name: 'b' }], 'x', true), page([{ name: 'c' }], 'y', false)];
  const parts = await collectMyData((after) => {
    const next = pages[asked.push(after) - 1];
    return next ? Promise.resolve(next) : Promise.reject(new Error('no such page'));
  }, new Date(0));
  expect(asked).toEqual([null, 'x']);
  expect(JSON.parse(parts.join(''))).toEqual({
    madeAt: '1970-01-01T00:00:00.000Z',
    records: ['a"b', 'b', 'c'].map((name) => ({ kind: 'PRODUCT', record: { name } })),
  });
});

it('returns valid JSON when nothing is stored', async () => {
  const parts = await collectMyData(() => Promise.resolve(page([], null, false)), new Date(0));
  expect(JSON.parse(parts.join(''))).toEqual({ madeAt: '1970-01-01T00:00:00.000Z', records: [] });
});
