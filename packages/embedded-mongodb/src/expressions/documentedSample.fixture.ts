import { Decimal128, Double, Int32, Long, ObjectId } from 'bson';

export const int = (value: number) => new Int32(value);
export const long = (value: number | string) => Long.fromString(String(value));
export const double = (value: number) => new Double(value);
export const decimal = (text: string) => Decimal128.fromString(text);
export const date = (text: string) => new Date(text);
export const refused = (code: number) => ({ refused: code });

/** A document with a value of every type. */
export const sample = {
  int: int(7),
  long: long('9007199254740993'),
  double: double(2.5),
  decimal: decimal('19.99'),
  date: date('2024-01-31T12:34:56.789Z'),
  text: 'a🦊é',
  none: null,
  array: [int(1), long(2), double(3), decimal('4.0')],
  documents: [{ a: int(1), b: 'x' }, { a: int(2) }, int(5), [{ a: int(9) }]],
  nested: { a: { b: int(3) }, list: [{ c: int(1) }, { c: [int(2)] }] },
  id: new ObjectId('65b8f0000000000000000001'),
  yes: true,
};

export type Row = readonly [expression: unknown, value: unknown];
