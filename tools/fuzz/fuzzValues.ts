import fc from 'fast-check';
import { getNullableType, isEnumType, isInputObjectType, isListType, type GraphQLInputType } from 'graphql';
import type { InputField } from './inputFields';

/** Existing values, so that inputs also match something. */
export interface Known {
  readonly texts: readonly string[];
  /** Decoded cursors: sort key, id, query. */
  readonly cursors: readonly (readonly unknown[])[];
  /** An ID token with these claims merged into valid ones. */
  readonly token: (claims: Readonly<Record<string, unknown>>) => string;
}

const edgeTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202egnp.exe',
  '\u200b',
  '\ufeff',
  '\r\nSet-Cookie: a=b',
  'İ',
  'ﬁ',
  '＠',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-1',
  '1e400',
  '__proto__',
  'constructor',
  'toString',
  '$where',
  '{"$ne":null}',
  '(a+)+$',
  '\\',
  '%',
  '%00',
  '../../etc/passwd',
  'javascript:alert(1)',
  'https://a:b@c/',
  'http://[::1',
  'ffffffffffffffffffffffff',
  '000000000000000000000000',
  'a@b',
  'a@b.c',
  'A@KIOSK.TEST',
  '@',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.001Z',
];

const rawJson = [
  '1e400',
  '-1e400',
  '1e-400',
  '-0',
  '9007199254740993',
  '2147483648',
  '0.1e1',
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":1}}',
  '{"$gt":""}',
  '[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]',
  '',
  '{',
  '"\\ud800"',
  'NaN',
  'null',
];

const syntax = fc.constantFrom(...'{}[]()$.*+?^|\\/"\'`<>&%:;,=#@!~ \t\n\r\0aé😀');
const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 });

export function hostileText(known: Known): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(...edgeTexts),
    fc.constantFrom(...known.texts),
    fc.constantFrom(...known.texts).chain((text) => syntax.map((unit) => text + unit)),
    fc.string({ maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: syntax, maxLength: 60 }),
    units.map((codes) => String.fromCharCode(...codes)),
    fc.tuple(fc.constantFrom('x', '́', ' ', '(', '%2e', '😀'), fc.integer({ min: 1, max: 12_000 })).map(repeated),
    cursor(known),
  );
}

const repeated = ([text, times]: [string, number]) => text.repeat(times);

/** Valid except for one part, so that code behind the first check is reached. */
function cursor({ cursors }: Known): fc.Arbitrary<string> {
  const part = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom<unknown>(...edgeTexts), fc.double());
  return fc
    .tuple(fc.constantFrom(...cursors), fc.nat(3), part)
    .map(([parts, index, value]) => parts.map((old, place) => (place === index ? value : old)))
    .map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'));
}

function fitting(type: GraphQLInputType, known: Known): fc.Arbitrary<unknown> {
  const inner = getNullableType(type);
  if (isListType(inner)) return fc.array(fitting(inner.ofType, known), { maxLength: 12 });
  if (isEnumType(inner)) return fc.constantFrom(...inner.getValues().map(({ name }) => name));
  if (isInputObjectType(inner)) {
    const fields = Object.values(inner.getFields()).map((field) => [field.name, fitting(field.type, known)]);
    return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] });
  }
  if (inner.name === 'Int') return fc.oneof(fc.integer({ min: -2, max: 110 }), fc.integer());
  if (inner.name === 'Boolean') return fc.boolean();
  if (inner.name === 'DateTime') return fc.date().map((date) => date.toJSON());
  if (inner.name === 'Float')
    return fc.oneof(
      fc.integer({ min: -100, max: 200_000_000 }).map((cents) => cents / 100),
      fc.double({ noNaN: true }),
    );
  return hostileText(known);
}

/** A value for a field: mostly of its type, sometimes anything; undefined omits it. */
export function fuzzValue(field: InputField, known: Known): fc.Arbitrary<string | undefined> {
  const text = field.name === 'after' || field.name === 'cursor' ? cursorOrText(known) : hostileText(known);
  if (field.encoding === 'header') return headerValue(field.name, known);
  if (field.encoding === 'text' || field.encoding === 'raw') {
    const escapes = fc.constantFrom('raw:%', 'raw:%ff', 'raw:%c0%af', 'raw:..', 'raw:%2e%2e', 'raw:a&email=b', 'raw:+');
    const numbers = fc.integer({ min: -2, max: 110 }).map(String);
    return fc.oneof(
      { weight: 8, arbitrary: text },
      { weight: 1, arbitrary: escapes },
      { weight: 1, arbitrary: numbers },
    );
  }
  const typed = field.type ? fitting(field.type, known) : fc.jsonValue({ maxDepth: 3 });
  return fc.oneof(
    { weight: 6, arbitrary: typed.map(toJson) },
    { weight: 3, arbitrary: text.map(toJson) },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }).map(toJson) },
    { weight: 1, arbitrary: fc.constantFrom(...rawJson) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

const toJson = (value: unknown): string => JSON.stringify(value) ?? 'null';

function cursorOrText(known: Known): fc.Arbitrary<string> {
  return fc.oneof(cursor(known), hostileText(known));
}

/** Characters that a header can contain. */
const headerText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code === 0x7f ? 9 : code)),
  maxLength: 300,
});

const usual: Record<string, readonly string[]> = {
  accept: ['*/*', 'application/json', 'application/graphql-response+json', 'text/html', 'multipart/mixed', 'a/b;q=x'],
  'content-type': [
    'application/json; charset=utf-8',
    'application/json; charset=utf-7',
    'application/json;',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/graphql',
    'application/json, text/plain',
  ],
  'x-request-id': ['0b0e7a8e-3f5c-4d2b-9a55-4f2f6b1f0001', '../../x', 'x'.repeat(9_000)],
  'idempotency-key': ['k', 'k'.repeat(255), 'k'.repeat(256), '$where', ''],
  authorization: ['Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a.b.c', `Bearer ${'x'.repeat(9_000)}`],
};

function headerValue(name: string, known: Known): fc.Arbitrary<string> {
  const claimName = fc.constantFrom(
    'sub',
    'user_id',
    'email',
    'email_verified',
    'exp',
    'iat',
    'auth_time',
    'aud',
    'iss',
  );
  const claims = fc.tuple(claimName, fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(...edgeTexts)));
  const token = claims.map(([claim, value]) => `Bearer ${known.token({ [claim]: value })}`);
  return fc
    .oneof(fc.constantFrom(...(usual[name] ?? [''])), headerText, ...(name === 'authorization' ? [token, token] : []))
    .map((text) => text.trim());
}
