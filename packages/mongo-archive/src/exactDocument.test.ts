import {
  Binary,
  BSONRegExp,
  BSONSymbol,
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
  UUID,
} from 'bson';
import { exactDocument } from './exactDocument';

const again = (bytes: Uint8Array) => serialize(exactDocument(bytes), { ignoreUndefined: false });

test.each<[string, unknown]>([
  ['an integer', new Int32(-7)],
  ['a long beyond double precision', Long.fromString('9007199254740993')],
  ['a double with an integer value', new Double(3)],
  ['negative zero', new Double(-0)],
  ['not a number', new Double(NaN)],
  ['a decimal with its trailing zero', Decimal128.fromString('1.50E+3')],
  ['a text with NUL and a surrogate pair', 'naïve \u0000 𝄞'],
  ['null', null],
  ['a date before 1970', new Date('1969-12-31T23:59:59.999Z')],
  ['an id', new ObjectId('0123456789abcdef01234567')],
  ['a UUID', new UUID('1b4e28ba-2fa1-41d2-883f-0016d3cca427')],
  ['binary data of the old subtype', new Binary(Buffer.from([1, 2, 3]), Binary.SUBTYPE_BYTE_ARRAY)],
  ['a pattern with its flags', new BSONRegExp('^a.*z$', 'im')],
  ['a timestamp', new Timestamp({ t: 17, i: 4 })],
  ['code with a scope', new Code('return x', { x: new Int32(1) })],
  ['a symbol', new BSONSymbol('s')],
  ['MinKey and MaxKey', [new MinKey(), new MaxKey()]],
  ['nested arrays', [new Int32(1), [new Double(1)], { a: Long.ONE }, []]],
])('%s is serialized to the same bytes', (_kind, value) => {
  const bytes = serialize({ value });
  expect(again(bytes)).toEqual(bytes);
});

test('keeps the order of integer-like field names at every depth', () => {
  const inner = new Map([
    ['z', 1],
    ['2', 2],
  ]);
  const bytes = serialize(
    new Map<string, unknown>([
      ['b', new Int32(1)],
      ['10', inner],
      ['1', [inner]],
    ]),
  );
  expect(again(bytes)).toEqual(bytes);
});

test('refuses a value of a deprecated type that drivers no longer write', () => {
  // { p: DBPointer('c', 0…0) }, which bson reads as a DBRef.
  const pointer = Buffer.concat([Buffer.from([0x0c, 0x70, 0, 2, 0, 0, 0, 0x63, 0]), Buffer.alloc(12)]);
  const bytes = Buffer.concat([Buffer.from([pointer.length + 5, 0, 0, 0]), pointer, Buffer.from([0])]);
  expect(() => exactDocument(bytes)).toThrow('a kind that drivers no longer write');
});
