import { Double, Int32 } from 'bson';
import fc from 'fast-check';
import type { Document } from 'mongodb';
import { accumulators } from './accumulators';
import { document, small } from './expressionCases';

/** A pipeline, the documents on which it runs and those of another collection. */
export interface StageCase {
  readonly documents: readonly Document[];
  readonly others: readonly Document[];
  readonly pipeline: readonly Document[];
  readonly asks: 'collection' | 'database' | 'admin';
}

export const otherName = 'others';
export const targetName = 'written';

const key = fc.constantFrom<unknown>(new Int32(0), new Int32(1), new Double(1), new Int32(2), 'a', null);
const rows = (most: number): fc.Arbitrary<Document[]> =>
  fc.array(fc.tuple(document, key, fc.boolean()), { minLength: 1, maxLength: most }).map((each) =>
    each.map(([fields, k, isFlat], at) => ({
      _id: new Int32(at),
      ...fields,
      ...(k !== null && { k }),
      nested: isFlat ? fields['text'] : { x: fields['number'], y: fields['text'] },
    })),
  );

const path = fc.constantFrom(
  '$k',
  '$number',
  '$text',
  '$date',
  '$list',
  '$numbers',
  '$nested.x',
  '$nested',
  '$nothing',
);
const expression: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: path },
  fc.constantFrom<unknown>(
    new Int32(1),
    { $add: ['$_id', new Double(0.5)] },
    { $size: '$list' },
    { $type: '$number' },
    { a: '$k', b: '$nothing' },
    { $cond: [{ $gt: ['$_id', new Int32(1)] }, '$text', '$number'] },
  ),
);
const few = fc.integer({ min: 1, max: 3 }).map((value) => new Int32(value));
const byOrder = fc.constantFrom<Document>({ k: 1, _id: 1 }, { text: -1, _id: 1 }, { date: 1, _id: -1 }, { _id: -1 });

const arithmetic = ['$avg', '$stdDevPop', '$stdDevSamp', '$sum'];
const ordered = ['$top', '$bottom'];

function operandOf(name: string): fc.Arbitrary<unknown> {
  if (name === '$count') return fc.constant({});
  if (name === '$mergeObjects') return fc.constantFrom<unknown>('$nothing', { a: '$k', b: '$number' }, { b: '$text' });
  if (ordered.includes(name)) return fc.record({ sortBy: byOrder, output: expression });
  if (ordered.includes(name.slice(0, -1))) return fc.record({ sortBy: byOrder, output: expression, n: few });
  if (name.endsWith('N')) return fc.record({ input: expression, n: few });
  return arithmetic.includes(name) ? fc.oneof(path, fc.constant(new Int32(1))) : expression;
}

export const orderedAccumulators: readonly string[] = [...ordered, ...ordered.map((name) => `${name}N`)];
const accumulator: fc.Arbitrary<Document> = fc
  .constantFrom(...Object.keys(accumulators), ...orderedAccumulators)
  .chain((name) => operandOf(name).map((operand) => ({ [name]: operand })));
const columns = fc.dictionary(fc.constantFrom('first', 'second', 'third'), accumulator, { minKeys: 1, maxKeys: 3 });

const group = fc.tuple(fc.oneof(path, fc.constant(null), expression), columns).map(([_id, given]) => ({
  $group: { _id, ...given },
}));
const bucket = fc
  .record(
    {
      groupBy: fc.constantFrom<unknown>('$_id', '$number', '$k', { $size: '$list' }),
      boundaries: fc.constantFrom([0, 1, 2], [-10, 0.5, 100], [0, 3]),
      default: fc.constantFrom<unknown>('other', new Int32(1000)),
      output: columns,
    },
    { requiredKeys: ['groupBy', 'boundaries', 'default'] },
  )
  .map((spec) => ({ $bucket: spec }));
const grouping: fc.Arbitrary<Document> = fc.oneof(
  { weight: 5, arbitrary: group },
  { weight: 2, arbitrary: bucket },
  { weight: 1, arbitrary: expression.map((operand) => ({ $sortByCount: operand })) },
  { weight: 1, arbitrary: fc.constantFrom('n', 'number').map((name) => ({ $count: name })) },
);

const condition = fc.constantFrom<Document>(
  { k: 1 },
  { k: { $ne: 1 } },
  { number: { $gt: 0 } },
  { text: /a/ },
  { list: null },
  { $or: [{ _id: 0 }, { 'nested.y': { $exists: true } }] },
  { $expr: { $gte: ['$_id', '$k'] } },
);
const fieldName = fc.constantFrom('fresh', 'k', 'nested.x', 'nested.fresh', 'list.a');
const added = fc.dictionary(fieldName, expression, { minKeys: 1, maxKeys: 2 });
const flags = (flag: 0 | 1) =>
  fc.dictionary(fc.constantFrom('k', 'text', 'nested.x', 'list'), fc.constant(flag), { minKeys: 1, maxKeys: 2 });
const operandOfLookup = fc.oneof(
  fc.record({
    from: fc.constant(otherName),
    localField: fc.constantFrom('k', 'list', 'nested.x', 'nothing'),
    foreignField: fc.constantFrom('k', '_id', 'numbers'),
    as: fc.constantFrom('found', 'nested.found'),
  }),
  fc.record({
    from: fc.constant(otherName),
    let: fc.constant({ mine: '$k' }),
    pipeline: fc.constantFrom<Document[]>(
      [{ $match: { $expr: { $eq: ['$k', '$$mine'] } } }, { $project: { text: 1 } }],
      [{ $sort: { _id: -1 } }, { $limit: 1 }, { $addFields: { seen: '$$mine' } }],
    ),
    as: fc.constant('found'),
  }),
);
const stageOf = (name: string, operand: fc.Arbitrary<unknown>): fc.Arbitrary<Document> =>
  operand.map((given) => ({ [name]: given }));

const step: fc.Arbitrary<Document> = fc.oneof(
  stageOf('$match', condition),
  ...['$addFields', '$set'].map((name) => stageOf(name, added)),
  stageOf(
    '$project',
    fc.oneof(
      flags(0),
      flags(1),
      flags(1).map((kept) => ({ ...kept, made: { $size: '$list' } })),
    ),
  ),
  stageOf('$unset', fc.constantFrom<unknown>('k', ['text', 'nested.y'], 'list')),
  stageOf(
    '$unwind',
    fc.oneof(
      fc.constantFrom('$list', '$numbers', '$k'),
      fc.record({
        path: fc.constantFrom('$list', '$nothing', '$nested.x'),
        includeArrayIndex: fc.constant('at'),
        preserveNullAndEmptyArrays: fc.boolean(),
      }),
    ),
  ),
  stageOf('$lookup', operandOfLookup),
  stageOf(
    '$unionWith',
    fc.constantFrom<unknown>(otherName, {
      coll: otherName,
      pipeline: [{ $match: { k: 1 } }, { $sort: { _id: 1 } }, { $limit: 1 }],
    }),
  ),
  stageOf('$replaceRoot', fc.constantFrom<unknown>({ newRoot: { a: '$k', b: '$$ROOT' } })),
  stageOf('$replaceWith', fc.constantFrom<unknown>({ $mergeObjects: ['$$ROOT', { k: 9 }] }, { a: '$number' })),
  stageOf('$sample', fc.constant({ size: 50 })),
);

/** No server guarantees an order of equal documents, so a limit needs a sort that includes the _id. */
const opening: fc.Arbitrary<Document[]> = fc
  .tuple(byOrder, fc.option(small), fc.option(few))
  .map(([order, skip, limit]) => [
    { $sort: order },
    ...(skip && skip.value >= 0 ? [{ $skip: skip }] : []),
    ...(limit ? [{ $limit: limit }] : []),
  ]);
const has = (steps: readonly Document[], ...names: string[]): boolean =>
  steps.some((each) => names.some((name) => name in each));

const facet = fc
  .dictionary(fc.constantFrom('one', 'two'), fc.array(step, { minLength: 1, maxLength: 2 }), { minKeys: 1 })
  .filter((parts) => !has(Object.values(parts).flat(), '$sample'))
  .map((parts) => ({ $facet: parts }));
const writing = fc.constantFrom<Document>(
  { $out: targetName },
  { $merge: targetName },
  { $merge: { into: targetName, whenMatched: 'replace', whenNotMatched: 'discard' } },
  { $merge: { into: targetName, whenMatched: 'keepExisting' } },
  { $merge: { into: targetName, whenMatched: [{ $addFields: { met: '$$new.k' } }] } },
);

/** Whether the pipeline depends on an order that the documents do not define uniquely. */
const isUnordered = (steps: readonly Document[], last: Document): boolean =>
  has(steps, '$sample') || (has(steps, '$unwind', '$unionWith') && /"\$(top|bottom)/.test(JSON.stringify(last)));

const pipeline: fc.Arbitrary<Document[]> = fc
  .tuple(
    opening,
    fc.array(step, { maxLength: 2 }),
    fc.option(fc.oneof({ weight: 4, arbitrary: grouping }, { weight: 1, arbitrary: facet })),
    fc.option(writing, { freq: 6 }),
  )
  .map(([first, steps, last, output]) => [
    ...first,
    ...steps,
    ...(last && !isUnordered(steps, last) ? [last] : []),
    // Written documents need a unique key.
    ...(output && !last && !has(steps, '$unwind', '$unionWith', '$replaceRoot', '$replaceWith') ? [output] : []),
  ]);

/** Server information that is the same on all servers. */
const serverInfo = fc.constantFrom<Document[]>(
  [{ $collStats: { count: {} } }, { $project: { _id: 0, count: 1 } }],
  [{ $indexStats: {} }, { $project: { _id: 0, name: 1, key: 1 } }],
);

export const anyStageCase: fc.Arbitrary<StageCase> = fc.oneof(
  {
    weight: 40,
    arbitrary: fc.record({ documents: rows(6), others: rows(3), pipeline, asks: fc.constant('collection' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      documents: rows(3),
      others: rows(3),
      pipeline: serverInfo,
      asks: fc.constant('collection' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      documents: fc.constant([]),
      others: rows(3),
      pipeline: fc.tuple(rows(3), step).map(([given, then]) => [{ $documents: given }, then]),
      asks: fc.constant('database' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constant<StageCase>({
      documents: [],
      others: [],
      pipeline: [{ $currentOp: {} }, { $match: { 'command.aggregate': 1 } }, { $project: { _id: 0, type: 1, ns: 1 } }],
      asks: 'admin',
    }),
  },
);
