import { BSONRegExp, type Collection, type Document } from 'mongodb';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

let database: TestDatabase;
let items: Collection;

beforeAll(async () => {
  database = await openTestDatabase();
  items = database.db.collection('items');
  const letters = ['b', 'a', 'c', 'a', 'b', 'c', 'd', 'e'];
  await items.insertMany([
    ...letters.map((letter, n) => ({ letter, n, tags: [letter, `${n}`], inner: { n: -n } })),
    // A type that only the decoder supports.
    { letter: 'a', n: 8, pattern: new BSONRegExp('x', 'i'), tags: ['z'], inner: { n: 3 } },
    { n: 9 },
  ]);
});
afterAll(() => database.close());

const rows = { found: [{ $match: { letter: { $lte: 'b' } } }, { $sort: { n: -1 } }, { $limit: 3 }] };
const counted = { examined: [{ $count: 'n' }] };

/** Pipelines that run on stored bytes, and pipelines that need decoded documents. */
test.each<[string, ...Document[]]>([
  ['a projection', { $project: { letter: 1, _id: 0 } }],
  ['a projection of what stands behind a rare type', { $project: { inner: 1 } }],
  ['a projection of what is computed', { $project: { twice: { $multiply: ['$n', 2] }, _id: 0 } }],
  [
    'a filter, a limit and a projection',
    { $limit: 9 },
    { $match: { tags: 'a' } },
    { $limit: 2 },
    { $project: { n: 1 } },
  ],
  ['a count', { $limit: 5 }, { $match: { letter: 'a' } }, { $count: 'n' }],
  ['facets', { $facet: { ...rows, ...counted } }],
  ['facets of some fields', { $project: { letter: 1, n: 1 } }, { $facet: { ...rows, ...counted } }],
  ['a facet of a field that was left out', { $project: { n: 1 } }, { $facet: { ...rows, ...counted } }],
  [
    'a facet that sorts by a field that was left out',
    { $project: { n: 1 } },
    { $facet: { all: [{ $sort: { letter: 1 } }] } },
  ],
  [
    'facets behind an excluding projection',
    { $project: { tags: 0 } },
    { $facet: { ...rows, tagged: [{ $match: { tags: 'a' } }] } },
  ],
  [
    'a facet with a projection',
    { $project: { n: 1, letter: 1 } },
    { $facet: { one: [{ $limit: 1 }, { $project: { n: 1, tags: 1 } }] } },
  ],
  ['a facet by a path', { $facet: { deep: [{ $match: { 'inner.n': { $lt: -2 } } }, { $sort: { 'inner.n': 1 } }] } }],
  ['a facet about whole documents', { $facet: { odd: [{ $match: { $expr: { $eq: [{ $mod: ['$n', 2] }, 1] } } }] } }],
  ['a facet that changes documents', { $facet: { set: [{ $set: { n: 0 } }], ...counted } }],
  [
    'facets that find nothing',
    { $facet: { none: [{ $match: { n: 99 } }], count: [{ $match: { n: 99 } }, { $count: 'n' }] } },
  ],
])('%s gives the same result for stored bytes and for decoded documents', async (_, ...stages) => {
  const [asStored, asDocuments] = await Promise.all(
    // The $unset stage has no effect except that every document is decoded.
    [[], [{ $unset: 'noSuchField' }]].map((inert) => items.aggregate([...inert, ...stages]).toArray()),
  );
  expect(asDocuments?.length).toBeGreaterThan(0);
  expect(asStored).toEqual(asDocuments);
});
