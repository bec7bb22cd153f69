import { BSONRegExp, Decimal128, Double, Int32, Long, ObjectId, Timestamp } from 'bson';
import fc from 'fast-check';
import type { Document } from 'mongodb';

/** An expression and the document on which it is evaluated. */
export interface ExpressionCase {
  readonly document: Document;
  readonly expression: unknown;
}

const int = fc.constantFrom(0, 1, 2, 3, -1, -7, 100, 2147483647, -2147483648).map((value) => new Int32(value));
const long = fc
  .constantFrom('0', '1', '-3', '2147483648', '9007199254740993', '9223372036854775807', '-9223372036854775807')
  .map((text) => Long.fromString(text));
const double = fc
  .constantFrom(0, 1, -1, 0.1, 0.2, 2.5, -2.5, 3.5, 1e10, 123.456, -0.75, NaN, Infinity)
  .map((value) => new Double(value));
const decimal = fc
  .constantFrom('0', '1', '1.0', '-2.50', '0.1', '19.99', '9007199254740993', '1E+10', '0.005', 'NaN')
  .map((text) => Decimal128.fromString(text));
const date = fc
  .constantFrom(
    '2024-01-31T12:34:56.789Z',
    '2024-02-29T00:00:00.000Z',
    '2023-12-31T23:59:59.999Z',
    '2024-03-10T06:59:59.000Z',
    '2024-11-03T05:30:00.000Z',
    '2021-01-03T00:00:00.000Z',
    '1970-01-01T00:00:00.000Z',
    '1969-12-31T23:59:59.999Z',
    '2000-02-28T18:00:00.000Z',
  )
  .map((text) => new Date(text));
const text = fc.constantFrom('', 'a', 'ab', 'A', 'é', '\uffff', '🦊', 'a🦊b', ' a b ', 'banana', '12', '-3.5', 'x-y-z');
const bool = fc.boolean();
const stamp = fc.constantFrom(
  new Timestamp({ t: 0, i: 0 }),
  new Timestamp({ t: 1706704496, i: 7 }),
  new Timestamp({ t: 4294967295, i: 4294967295 }),
);
const id = fc.constantFrom('65ba3d700000000000000000', '000000000000000000000001', 'FFFFFFFFFFFFFFFFFFFFFFFF');
const writtenDate = fc.constantFrom(
  '2024-01-31T12:34:56.789Z',
  '2024-02-29',
  '2024-02-30',
  '2023-12-31T23:59:59+02:00',
  '2024-03-10T02:30:00',
  '31.01.2024',
  'yesterday',
);
const pattern = fc.constantFrom('a', '^a', 'n+', '(a)(n)?', '[0-9]+', '\\s', 'B', 'é$', '.', 'x|y');
const number: fc.Arbitrary<unknown> = fc.oneof(int, long, double, decimal);

const scalar: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: number },
  { weight: 3, arbitrary: text },
  { weight: 2, arbitrary: date },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: bool },
);
const list: fc.Arbitrary<unknown[]> = fc.array(scalar, { maxLength: 4 });

/** The document has a field of each type and none called `nothing`. */
export const document: fc.Arbitrary<Document> = fc.record({
  number,
  text,
  date,
  list,
  numbers: fc.array(number, { maxLength: 4 }),
  stamp,
  id: id.map((digits) => new ObjectId(digits)),
});

const orPath = (arbitrary: fc.Arbitrary<unknown>, ...paths: string[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 6, arbitrary },
    { weight: 3, arbitrary: fc.constantFrom(...paths) },
    { weight: 1, arbitrary: fc.constantFrom('$nothing', null) },
  );

export const small = fc.integer({ min: -3, max: 5 }).map((value) => new Int32(value));
const zone = fc.constantFrom('UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', '+03:00', '-0330');
const unit = fc.constantFrom('millisecond', 'second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year');

const named = (name: string, fields: Record<string, fc.Arbitrary<unknown>>, required: string[]) =>
  fc.record(fields, { requiredKeys: required }).map((operand) => ({ [name]: operand }));
const call = (names: readonly string[], ...operands: fc.Arbitrary<unknown>[]) =>
  fc.tuple(fc.constantFrom(...names), fc.tuple(...operands)).map(([name, operand]) => ({ [name]: operand }));
const choice = (names: readonly string[], operand: fc.Arbitrary<unknown>) =>
  fc.tuple(fc.constantFrom(...names), operand).map(([name, given]) => ({ [name]: given }));
const count = fc.integer({ min: 1, max: 3 }).map((value) => new Int32(value));
const listed = (names: readonly string[], operand: fc.Arbitrary<unknown>) =>
  fc
    .tuple(fc.constantFrom(...names), fc.array(operand, { minLength: 1, maxLength: 3 }))
    .map(([name, operands]) => ({ [name]: operands }));

interface Kinds {
  num: unknown;
  str: unknown;
  day: unknown;
  arr: unknown;
  truth: unknown;
  any: unknown;
  doc: unknown;
}

export const kinds = fc.letrec<Kinds>((tie) => {
  const [num, str, day, arr, any] = [tie('num'), tie('str'), tie('day'), tie('arr'), tie('any')];
  const deep = { maxDepth: 4, withCrossShrink: true };
  return {
    num: fc.oneof(
      deep,
      { weight: 5, arbitrary: orPath(number, '$number') },
      listed(['$add', '$multiply'], num),
      call(['$subtract', '$divide', '$mod'], num, num),
      call(['$abs', '$ceil', '$floor', '$trunc', '$round'], num),
      call(['$round', '$trunc'], num, small),
      call(['$sqrt', '$bitNot', '$exp', '$ln', '$log10'], num),
      call(['$log'], num, num),
      call(['$stdDevPop', '$stdDevSamp'], arr),
      choice(['$tsSecond', '$tsIncrement'], orPath(stamp, '$stamp')),
      listed(['$bitAnd', '$bitOr', '$bitXor'], num),
      call(['$pow'], small, small),
      call(['$indexOfArray'], arr, any),
      call(['$toInt', '$toLong', '$toDouble', '$toDecimal'], any),
      call(['$size', '$sum', '$avg', '$max', '$min'], arr),
      call(['$strLenCP', '$strLenBytes'], str),
      call(['$indexOfCP', '$indexOfBytes', '$strcasecmp'], str, str),
      call(
        [
          '$year',
          '$month',
          '$dayOfMonth',
          '$dayOfYear',
          '$dayOfWeek',
          '$week',
          '$isoWeek',
          '$isoWeekYear',
          '$isoDayOfWeek',
          '$hour',
          '$minute',
          '$second',
          '$millisecond',
        ],
        day,
      ),
      named('$dateDiff', { startDate: day, endDate: day, unit, timezone: zone }, ['startDate', 'endDate', 'unit']),
    ),
    str: fc.oneof(
      deep,
      { weight: 5, arbitrary: orPath(text, '$text') },
      listed(['$concat'], str),
      call(['$toUpper', '$toLower'], str),
      call(['$toString', '$type'], any),
      call(['$substrCP', '$substrBytes', '$substr'], str, small, small),
      ...['$trim', '$ltrim', '$rtrim'].map((name) => named(name, { input: str, chars: text }, ['input'])),
      ...['$replaceAll', '$replaceOne'].map((name) =>
        named(name, { input: str, find: text, replacement: text }, ['input', 'find', 'replacement']),
      ),
      named(
        '$dateToString',
        { date: day, format: fc.constantFrom('%Y-%m-%d', '%H:%M:%S.%L %z', '%G-W%V-%u', '%j %U'), timezone: zone },
        ['date', 'format'],
      ),
    ),
    day: fc.oneof(
      deep,
      { weight: 5, arbitrary: orPath(date, '$date') },
      named('$dateAdd', { startDate: day, unit, amount: small, timezone: zone }, ['startDate', 'unit', 'amount']),
      named('$dateSubtract', { startDate: day, unit, amount: small, timezone: zone }, ['startDate', 'unit', 'amount']),
      named('$dateTrunc', { date: day, unit, timezone: zone }, ['date', 'unit']),
      call(['$toDate'], orPath(fc.oneof(date, long, double, writtenDate), '$id', '$stamp', '$number')),
      named(
        '$dateFromString',
        { dateString: orPath(writtenDate, '$text'), timezone: zone, onError: num, onNull: str },
        ['dateString'],
      ),
      named(
        '$dateFromString',
        { dateString: orPath(writtenDate, '$text'), format: fc.constantFrom('%Y-%m-%d', '%d.%m.%Y'), onError: num },
        ['dateString', 'format'],
      ),
      named(
        '$dateFromParts',
        { year: fc.constantFrom(2023, 2024), month: small, day: small, hour: small, timezone: zone },
        ['year'],
      ),
    ),
    arr: fc.oneof(
      deep,
      { weight: 5, arbitrary: orPath(list, '$list', '$numbers') },
      listed(['$concatArrays'], arr),
      call(['$reverseArray'], arr),
      named('$sortArray', { input: arr, sortBy: fc.constantFrom(1, -1) }, ['input', 'sortBy']),
      named(
        '$reduce',
        { input: arr, initialValue: fc.constant([]), in: fc.constant({ $concatArrays: ['$$value', ['$$this']] }) },
        ['input', 'initialValue', 'in'],
      ),
      call(['$objectToArray'], tie('doc')),
      call(['$slice'], arr, small),
      named('$zip', { inputs: fc.tuple(arr, arr), useLongestLength: bool }, ['inputs']),
      named(
        '$zip',
        { inputs: fc.tuple(arr, arr), useLongestLength: fc.constant(true), defaults: fc.tuple(number, text) },
        ['inputs', 'useLongestLength', 'defaults'],
      ),
      ...['$firstN', '$lastN', '$maxN', '$minN'].map((name) => named(name, { n: count, input: arr }, ['n', 'input'])),
      named('$regexFindAll', { input: str, regex: pattern, options: fc.constantFrom('', 'i') }, ['input', 'regex']),
      call(['$split'], str, text),
      call(['$range'], small, small),
      call(['$setUnion', '$setIntersection', '$setDifference'], arr, arr),
      named(
        '$map',
        { input: arr, in: fc.constantFrom<unknown>('$$this', { $type: '$$this' }, { $eq: ['$$this', new Int32(1)] }) },
        ['input', 'in'],
      ),
      named('$filter', { input: arr, cond: fc.constantFrom<unknown>({ $gt: ['$$this', new Int32(1)] }, '$$this') }, [
        'input',
        'cond',
      ]),
    ),
    doc: fc.oneof(
      deep,
      { weight: 3, arbitrary: fc.record({ a: any, b: fc.constantFrom<unknown>('$number', '$text', '$nothing') }) },
      listed(['$mergeObjects'], tie('doc')),
      named('$setField', { field: fc.constantFrom('a', 'c'), input: tie('doc'), value: any }, [
        'field',
        'input',
        'value',
      ]),
      named('$unsetField', { field: fc.constantFrom('a', 'c'), input: tie('doc') }, ['field', 'input']),
      call(['$arrayToObject'], fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c.d'), any), { maxLength: 3 })),
      call(['$arrayToObject'], fc.array(fc.record({ k: fc.constantFrom('a', 'b'), v: any }), { maxLength: 3 })),
      named('$regexFind', { input: str, regex: pattern, options: fc.constantFrom('', 'i') }, ['input', 'regex']),
      named('$dateToParts', { date: day, timezone: zone, iso8601: bool }, ['date']),
    ),
    truth: fc.oneof(
      deep,
      { weight: 2, arbitrary: bool },
      call(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$cmp'], any, any),
      listed(['$and', '$or'], any),
      call(['$not', '$toBool', '$isNumber', '$isArray'], any),
      call(['$in'], any, arr),
      call(['$setEquals', '$setIsSubset'], arr, arr),
      call(['$allElementsTrue', '$anyElementTrue'], arr),
      named('$regexMatch', { input: str, regex: pattern.map((text) => new BSONRegExp(text, 'i')) }, ['input', 'regex']),
    ),
    any: fc.oneof(
      deep,
      num,
      str,
      day,
      arr,
      tie('truth'),
      call(['$cond'], tie('truth'), any, any),
      call(['$ifNull'], any, any),
      tie('doc'),
      named('$getField', { field: fc.constantFrom('a', 'b'), input: tie('doc') }, ['field', 'input']),
      named(
        '$switch',
        {
          branches: fc.array(fc.record({ case: tie('truth'), then: any }), { minLength: 1, maxLength: 2 }),
          default: any,
        },
        ['branches', 'default'],
      ),
      call(['$arrayElemAt'], arr, small),
      call(['$first', '$last'], arr),
      choice(['$literal'], fc.constantFrom<unknown>('$number', { $add: [1, 2] }, ['$$ROOT'], { a: '$text' })),
      named(
        '$let',
        {
          vars: fc.record({ x: any, y: num }),
          in: fc.constantFrom<unknown>('$$x', ['$$y', '$$x', '$text'], { $type: '$$x' }, { $eq: ['$$x', '$$y'] }),
        },
        ['vars', 'in'],
      ),
      call(['$toObjectId'], fc.oneof(id, id, str)),
      named(
        '$convert',
        {
          input: any,
          to: fc.constantFrom('double', 'string', 'objectId', 'bool', 'date', 'int', 'long', 'decimal', new Int32(16)),
          onError: fc.constantFrom<unknown>('failed', null, '$nothing', '$number'),
          onNull: fc.constantFrom<unknown>('empty', null, '$nothing'),
        },
        ['input', 'to'],
      ),
    ),
  };
});

export const anyExpressionCase: fc.Arbitrary<ExpressionCase> = fc.record({ document, expression: kinds.any });
