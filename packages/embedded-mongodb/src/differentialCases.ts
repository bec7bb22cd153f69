import { Binary, BSONRegExp, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import fc from 'fast-check';
import type { Document } from 'mongodb';

/**
 * One query or update on a database with these documents; its result is what was found, or what is stored afterwards.
 */
export type DifferentialOperation =
  | { readonly kind: 'find'; readonly filter: Document; readonly sort: Document; readonly projection: Document }
  | {
      readonly kind: 'update';
      readonly filter: Document;
      readonly update: Document | Document[];
      readonly options: Document;
    };

export interface DifferentialCase {
  readonly documents: readonly Document[];
  readonly operation: DifferentialOperation;
}

const number = fc.constantFrom<unknown>(
  ...[0, 1, 2, 3, -1].map((value) => new Int32(value)),
  ...[1, 1.5, 2, -2.5, 0, NaN, Infinity, -Infinity].map((value) => new Double(value)),
  ...[1, 2, -3].map((value) => Long.fromNumber(value)),
  Long.fromString('9007199254740993'),
  new Double(9007199254740992),
  ...['1', '1.0', '1.5', '2.50', '-3', 'NaN', '9007199254740993'].map((text) => Decimal128.fromString(text)),
);
const text = fc.constantFrom('', 'a', 'b', 'ab', 'A', 'é', '\uffff', '🦊', '1');
const scalar: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: number },
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.boolean() },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      new Date(0),
      new Date(1_700_000_000_000),
      new Date(-1),
      new ObjectId('000000000000000000000001'),
      new ObjectId('ffffffffffffffffffffffff'),
      new Binary(Buffer.from('b')),
      new Binary(Buffer.from('ab')),
      new Binary(Buffer.from('a'), 5),
      new Timestamp({ t: 1, i: 2 }),
      new MinKey(),
      new MaxKey(),
    ),
  },
);

const { value, list } = fc.letrec<{ value: unknown; list: unknown[]; part: Document }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 6, arbitrary: scalar },
    { weight: 2, arbitrary: tie('list') },
    { weight: 2, arbitrary: tie('part') },
  ),
  list: fc.array(tie('value'), { maxLength: 3 }),
  part: fieldsOf(fc.constantFrom('a', 'b', 'c'), tie('value')),
}));

/** Fields in a fixed order, because MongoDB compares sub-documents in field order. */
function fieldsOf(name: fc.Arbitrary<string>, content: fc.Arbitrary<unknown>): fc.Arbitrary<Document> {
  return fc
    .uniqueArray(fc.tuple(name, content), { maxLength: 3, selector: ([key]) => key })
    .map((entries) => Object.fromEntries(entries) as Document);
}

const documents = fc
  .array(fieldsOf(fc.constantFrom('a', 'b', 'c'), value), { minLength: 3, maxLength: 8 })
  .map((fields) => fields.map((each, index) => ({ _id: new Int32(index), ...each })));

const path = fc.constantFrom('a', 'b', 'c', 'a.b', 'a.a', 'b.a', 'a.0', 'a.1', 'a.b.c', 'a.0.b', 'c.c', 'b.1.a');

const pattern = fc.constantFrom(
  new BSONRegExp('a'),
  new BSONRegExp('^a'),
  new BSONRegExp('^A', 'i'),
  new BSONRegExp('b$'),
  new BSONRegExp('^.$'),
);
const typeName = fc.constantFrom<unknown>(
  ...['double', 'string', 'object', 'array', 'binData', 'objectId', 'bool', 'date', 'null', 'int', 'long'],
  ...['decimal', 'number', 'minKey', 'maxKey', 'timestamp', 1, 2, 10, 16],
);

const comparison: fc.Arbitrary<Document> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'), value).map(pair) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('$in', '$nin', '$all'),
        fc.oneof(list, fc.array(fc.oneof(scalar, pattern), { maxLength: 3 })),
      )
      .map(pair),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('$exists'), fc.boolean()).map(pair) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('$type'), typeName).map(pair) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('$size'), fc.integer({ min: 0, max: 3 })).map(pair) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('$regex'), pattern).map(pair) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant('$mod'), fc.tuple(fc.constantFrom(2, 3), fc.constantFrom(0, 1))).map(pair),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('$bitsAllSet', '$bitsAnySet', '$bitsAllClear', '$bitsAnyClear'), fc.constantFrom(1, 2, 3))
      .map(pair),
  },
);

function pair<T>([name, content]: readonly [string, T]): Document {
  return { [name]: content };
}

const { condition, filter } = fc.letrec<{ condition: Document; filter: Document }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    { weight: 6, arbitrary: comparison },
    { weight: 1, arbitrary: fc.tuple(comparison, comparison).map(([one, other]) => ({ ...one, ...other })) },
    { weight: 1, arbitrary: tie('condition').map((inner) => ({ $not: inner })) },
    { weight: 1, arbitrary: fc.oneof(tie('condition'), tie('filter')).map((inner) => ({ $elemMatch: inner })) },
  ),
  filter: fc.oneof(
    { maxDepth: 3 },
    { weight: 2, arbitrary: fc.tuple(path, fc.oneof(value, pattern)).map(pair) },
    { weight: 5, arbitrary: fc.tuple(path, tie('condition')).map(pair) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('$and', '$or', '$nor'), fc.array(tie('filter'), { minLength: 1, maxLength: 3 }))
        .map(pair),
    },
  ),
}));

const direction = fc.constantFrom(1, -1);
const sort = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'a.b', 'a.0', 'b.a'), direction), {
    maxLength: 2,
    selector: ([key]) => key,
  })
  .filter((keys) => !keys.some(([one]) => keys.some(([other]) => other.startsWith(`${one}.`))))
  // No server guarantees an order of equal values.
  .map((keys) => ({ ...Object.fromEntries(keys), _id: 1 }) as Document);

const projectedPath = fc.constantFrom('a', 'b', 'c', 'a.b', 'a.a', 'b.a', 'a.b.c');
const projection: fc.Arbitrary<Document> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Document>({}) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.uniqueArray(projectedPath, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(0, 1),
        fc.constantFrom({}, { _id: 0 }, { _id: 1 }),
      )
      .map(([paths, kept, id]) => ({ ...Object.fromEntries(paths.map((name) => [name, kept])), ...id })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', 'b', 'a.b'), fc.constantFrom<unknown>(1, -1, 2, [1, 1], [-2, 1]))
      .map(([name, $slice]) => ({ [name]: { $slice } })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom('a', 'b'), condition).map(([name, $elemMatch]) => ({ [name]: { $elemMatch } })),
  },
);

const find = fc.record({ kind: fc.constant('find' as const), filter, sort, projection });

const target = fc.constantFrom('a', 'b', 'c', 'a.b', 'a.a', 'b.a', 'a.0', 'a.1', 'a.b.c', 'd', 'd.e', 'a.3');
const eachTarget = fc.constantFrom('a.$[]', 'a.$[].b', 'b.$[]', 'a.$[e]', 'a.$[e].b', 'a.b.$[e]');
const change: fc.Arbitrary<Document> = fc.oneof(
  { weight: 4, arbitrary: operator('$set', fc.oneof(target, eachTarget), value) },
  { weight: 2, arbitrary: operator('$unset', fc.oneof(target, eachTarget), fc.constant('')) },
  { weight: 3, arbitrary: operator('$inc', fc.oneof(target, eachTarget), number) },
  { weight: 2, arbitrary: operator('$mul', target, number) },
  { weight: 2, arbitrary: operator('$min', fc.oneof(target, eachTarget), value) },
  { weight: 2, arbitrary: operator('$max', target, value) },
  {
    weight: 1,
    arbitrary: operator('$rename', fc.constantFrom('a', 'b', 'a.b'), fc.constantFrom('d', 'c', 'd.e', 'c.a')),
  },
  {
    weight: 2,
    arbitrary: operator(
      '$addToSet',
      target,
      fc.oneof(
        value,
        list.map(($each) => ({ $each })),
      ),
    ),
  },
  { weight: 1, arbitrary: operator('$pop', target, direction) },
  { weight: 2, arbitrary: operator('$pull', target, fc.oneof(value, comparison, filter)) },
  { weight: 1, arbitrary: operator('$pullAll', target, list) },
  { weight: 2, arbitrary: operator('$push', target, value) },
  {
    weight: 2,
    arbitrary: operator(
      '$push',
      target,
      fc.record(
        {
          $each: list,
          $slice: fc.integer({ min: -3, max: 3 }),
          $position: fc.integer({ min: -2, max: 2 }),
          $sort: fc.constantFrom<unknown>(1, -1, { a: 1 }, { b: -1, a: 1 }),
        },
        { requiredKeys: ['$each'] },
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: operator(
      '$bit',
      target,
      fc
        .tuple(fc.constantFrom('and', 'or', 'xor'), fc.constantFrom(new Int32(1), new Int32(6), Long.fromNumber(3)))
        .map(pair),
    ),
  },
  { weight: 1, arbitrary: operator('$setOnInsert', target, value) },
);

function operator(name: string, where: fc.Arbitrary<string>, what: fc.Arbitrary<unknown>): fc.Arbitrary<Document> {
  return fc.tuple(where, what).map(([key, content]) => ({ [name]: { [key]: content } }));
}

/** Two changes in one update, with one operator or two. */
const changes = fc.oneof(
  { weight: 3, arbitrary: change },
  {
    weight: 1,
    arbitrary: fc.tuple(change, change).map(([one, other]) => {
      const merged: Record<string, object> = { ...one };
      for (const [name, fields] of Object.entries(other)) merged[name] = { ...merged[name], ...(fields as object) };
      return merged;
    }),
  },
);

const update = fc
  .record({
    kind: fc.constant('update' as const),
    filter: fc.oneof({ weight: 2, arbitrary: fc.constant<Document>({}) }, { weight: 2, arbitrary: filter }),
    update: fc.oneof(
      { weight: 8, arbitrary: changes as fc.Arbitrary<Document | Document[]> },
      { weight: 1, arbitrary: fieldsOf(fc.constantFrom('a', 'b', 'c'), value) },
    ),
    multi: fc.boolean(),
    one: fc.integer({ min: 0, max: 4 }),
    upsert: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    element: fc.oneof(
      comparison.map((e) => ({ e })),
      filter.map((inner) => prefixed('e', inner)),
    ),
  })
  .map(({ kind, filter, update, multi, one, upsert, element }): DifferentialOperation => {
    const usesElement = JSON.stringify(update).includes('$[e]');
    const isReplacement = !Array.isArray(update) && !Object.keys(update)[0]?.startsWith('$');
    return {
      kind,
      // No server guarantees which of several documents is the first.
      filter: multi && !isReplacement ? filter : { _id: one, ...filter },
      update,
      options: { multi: multi && !isReplacement, upsert, ...(usesElement && { arrayFilters: [element] }) },
    };
  });

/** The filter of an array element: its paths start with the identifier used in the update. */
function prefixed(name: string, inner: Document): Document {
  return Object.fromEntries(
    Object.entries(inner).map(([key, content]) =>
      key.startsWith('$')
        ? [key, (content as Document[]).map((each) => prefixed(name, each))]
        : [`${name}.${key}`, content as unknown],
    ),
  );
}

export const anyDifferentialCase: fc.Arbitrary<DifferentialCase> = fc.record({
  documents,
  operation: fc.oneof(find as fc.Arbitrary<DifferentialOperation>, update),
});
