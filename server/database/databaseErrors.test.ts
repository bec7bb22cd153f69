import { MongoServerError } from 'mongodb';
import { isDuplicateId, isDuplicateKey } from './databaseErrors';

/** Duplicate-key errors of three servers for a slug and an _id; null where findAndModify cannot cause one. */
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

test.each(answers)('recognises a duplicate key by its key pattern or its message: $slug.message', ({ slug, id }) => {
  expect(isDuplicateKey(new MongoServerError(slug))).toBe(true);
  expect(isDuplicateId(new MongoServerError(slug))).toBe(false);
  if (id)
    expect([isDuplicateKey(new MongoServerError(id)), isDuplicateId(new MongoServerError(id))]).toEqual([true, true]);
});

test('does not take another server error for a duplicate key', () => {
  expect(isDuplicateKey(new MongoServerError({ code: 1, message: 'conflicting key value' }))).toBe(false);
});
