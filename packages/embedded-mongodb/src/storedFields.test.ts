import { BSONRegExp, Binary, Double, Int32, Long, ObjectId, serialize } from 'bson';
import { compileFieldReader } from './storedFields';
import { decode } from './values';

const document = {
  _id: new ObjectId(),
  double: new Double(-0),
  text: 'größe €',
  nested: { a: [1, { b: 2 }] },
  mixed: ['a', new Int32(1), new Double(2), Long.fromNumber(3), [null, { a: new Date(5) }], false],
  empty: [],
  yes: true,
  before: new Date(-1),
  nothing: null,
  int: new Int32(-7),
  long: Long.fromString('-9007199254740993'),
  größe: 'XL',
  bytes: new Binary(Buffer.from('abc')),
};
const names = Object.keys(document).filter((name) => name !== 'bytes');

test.each([[names], [['größe']], [['missing']], [['nested', 'missing', '_id']], [[]]])(
  'reads %j like the decoder',
  (wanted) => {
    const bytes = serialize(document);
    const whole = decode(bytes);
    const expected = Object.fromEntries(wanted.flatMap((name) => (name in whole ? [[name, whole[name]]] : [])));
    expect(compileFieldReader(wanted)(bytes)).toEqual(expected);
  },
);

test('reads a field after a regular expression', () => {
  const rare = { pattern: new BSONRegExp('a', 'i'), behind: 'text' };
  expect(compileFieldReader(['behind'])(serialize(rare))).toEqual({ behind: 'text' });
});

test.each([[['bytes']], [['list']], [['pattern']], [['__proto__']]])('leaves %j to the decoder', (wanted) => {
  const rare = { bytes: document.bytes, list: [document.bytes], pattern: new BSONRegExp('a', 'i') };
  expect(compileFieldReader(wanted)(serialize(rare))).toBeUndefined();
});
