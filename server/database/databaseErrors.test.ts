import { MongoServerError } from 'mongodb';
import { isDuplicateId, isDuplicateKey } from './databaseErrors';

/** What three servers say, word for word, of a slug and of an _id that is taken; null where findAndModify cannot meet it. */
const answers = [
  {
    slug: {
      code: 11000,
      message: 'E11000 duplicate key error collection: kiosk.products index: slug dup key: { slug: "a" }',
      keyPattern: { slug: 1 },
    },
    id: {
      code: 11000,
      message: 'E11000 duplicate key error collection: kiosk.products index: _id_ dup key: { _id: 1 }',
      keyPattern: { _id: 1 },
    },
  },
  {
    slug: { code: 11000, message: "Duplicate key violation on the requested collection: Index 'slug'" },
    id: { code: 11000, message: "Duplicate key violation on the requested collection: Index '_id_'" },
  },
  {
    slug: { code: 1, message: 'conflicting key value violates exclusion constraint "documents_rum_index_1195"' },
    id: null,
  },
];

test.each(answers)('a key that is taken is known by the key pattern or by the words: $slug.message', ({ slug, id }) => {
  expect(isDuplicateKey(new MongoServerError(slug))).toBe(true);
  expect(isDuplicateId(new MongoServerError(slug))).toBe(false);
  if (id)
    expect([isDuplicateKey(new MongoServerError(id)), isDuplicateId(new MongoServerError(id))]).toEqual([true, true]);
});

test('another error of the server is no duplicate', () => {
  expect(isDuplicateKey(new MongoServerError({ code: 1, message: 'conflicting key value' }))).toBe(false);
});
