import {
  Binary,
  BSONRegExp,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  Timestamp,
} from 'bson';
import { compileFlatProjection } from './flatProjection';
import { compileProjection } from './projection';
import { decode, encode, type Doc } from './values';

const document = {
  _id: new ObjectId(),
  double: new Double(1.5),
  text: 'größe',
  nested: { a: [1, { b: 2 }] },
  list: ['a', 'b'],
  bytes: new Binary(Buffer.from('abc')),
  yes: true,
  when: new Date(0),
  nothing: null,
  int: new Int32(7),
  stamp: new Timestamp({ t: 1, i: 2 }),
  long: Long.fromNumber(9),
  decimal: Decimal128.fromString('1.25'),
  least: new MinKey(),
  most: new MaxKey(),
  größe: 'XL',
};

it.each<Doc>([
  { text: 1, int: 1 },
  { _id: 1 },
  { text: true, _id: false },
  { most: 1, nothing: 1, missing: 1 },
  { list: 0, nested: 0 },
  { größe: 0, _id: 0 },
  { größe: 1 },
  Object.fromEntries(Object.keys(document).map((name) => [name, 1])),
])('gives the same bytes as a projection of the decoded document: %j', (spec) => {
  const bytes = serialize(document);
  const slow = compileProjection(spec);
  const fast = compileFlatProjection(spec)?.(bytes);
  expect(fast && Buffer.from(fast)).toEqual(slow && Buffer.from(encode(slow(decode(bytes)))));
});

it.each<unknown>([undefined, {}, { _id: 0 }, { 'nested.a': 1 }, { list: { $slice: 1 } }, { text: '$list' }])(
  'leaves %j to the decoder',
  (spec) => expect(compileFlatProjection(spec)).toBeUndefined(),
);

it('skips rare types and copies them unchanged', () => {
  const code = new Code('f()', { a: 1 });
  const bytes = serialize({ _id: 1, pattern: new BSONRegExp('a', 'i'), code, text: 'b' });
  const projected = (spec: Doc) => Buffer.from(compileFlatProjection(spec)?.(bytes) ?? []);
  expect(projected({ text: 1 })).toEqual(Buffer.from(serialize({ _id: 1, text: 'b' })));
  expect(projected({ text: 0, _id: 0 })).toEqual(Buffer.from(serialize({ pattern: new BSONRegExp('a', 'i'), code })));
});
