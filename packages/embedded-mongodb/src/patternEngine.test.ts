import { BSONRegExp } from 'bson';
import { MongoServerError } from './errors';
import { compileRegex } from './regex';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

/** Patterns with a text for which a backtracking engine takes exponential time. */
const explosive: readonly [pattern: string, text: string, matches?: true][] = [
  ['(a+)+$', `${'a'.repeat(50_000)}!`],
  ['^(a+)+$', `${'a'.repeat(50_000)}!`],
  ['([a-zA-Z]+)*$', `${'a'.repeat(50_000)}!`, true],
  ['(a|aa)+$', `${'a'.repeat(50_000)}!`],
  ['(a|a?)+$', `${'a'.repeat(50_000)}!`, true],
  ['(.*a){12}$', `${'a'.repeat(20_000)}!`],
  ['(x+x+)+y', 'x'.repeat(50_000)],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(50_000)],
  ['^(\\w+\\s?)*$', `${'word '.repeat(10_000)}!`],
  [
    '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
    `${'a'.repeat(50_000)}!`,
  ],
  ['^(?:a?){25}a{25}$', 'a'.repeat(24)],
  ['(a|b|ab)*c', 'ab'.repeat(25_000)],
  [`^${'(a|a)'.repeat(26)}$`, `${'a'.repeat(26)}!`],
  ['\\s+$', `${' '.repeat(50_000)}x`],
  ['.*.*=.*', 'x'.repeat(50_000)],
  ['^.*?,.*?,.*?,.*?,.*?,.*?,.*?,.*?,z$', ','.repeat(20_000)],
  ['(?:.\\s*)*[^.]$', `${'a '.repeat(10_000)}.`],
  ['((ab)*)*c', 'ab'.repeat(25_000)],
  ['(?i)^(([a-z]|[0-9])+)*$', `${'a1'.repeat(25_000)}!`],
  ['(a{0,20}){20}b', 'a'.repeat(5_000)],
];

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const maxMs = 5_000;

test.each(explosive)('%s is matched in time proportional to the text', (pattern, text, matches = undefined) => {
  const started = performance.now();
  expect(compileRegex(pattern).test(text)).toBe(matches ?? false);
  compileRegex(pattern).matches(text.slice(-2_000))[Symbol.iterator]().next();
  expect(performance.now() - started).toBeLessThan(maxMs);
});

test('every query operator with a pattern finishes, or fails with 51156 if the text is too long for it', async () => {
  const items = database.db.collection('explosive');
  await items.insertMany(explosive.map(([, text]) => ({ text, tags: [text], short: text.slice(-1_000) })));
  const project = (operator: string, regex: string) =>
    items.aggregate([{ $project: { is: { [operator]: { input: '$short', regex } } } }]);
  for (const [pattern] of explosive) {
    const regex = new BSONRegExp(pattern) as never;
    const asked = [
      items.find({ text: regex }),
      items.find({ tags: { $elemMatch: { $regex: pattern } } }),
      items.find({ text: { $not: regex } }),
      items.find({ text: { $in: [regex] } }),
      items.find({ tags: { $all: [regex] } }),
      ...['$regexMatch', '$regexFind', '$regexFindAll'].map((operator) => project(operator, pattern)),
    ];
    for (const cursor of asked) {
      const answered = await cursor.toArray().catch((error: { code: number }) => error.code);
      if (!Array.isArray(answered)) expect(answered).toBe(51156);
    }
  }
}, 120_000);

const codeOf = (run: () => unknown): number | null => {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof MongoServerError) return error.code;
    throw error;
  }
};

test.each([
  ['(?=a)b', 238],
  ['(?!a)b', 238],
  ['(?<=a)b', 238],
  ['(?<!a)b', 238],
  ['(a)\\1', 238],
  ['(?P=name)', 238],
  ['a++', 238],
  ['a*+', 238],
  ['(?>a)', 238],
  ['(?R)', 238],
  ['a{1001}', 238],
  ['(a{100}){100}', 51091],
  ['\\K', 238],
  ['(*UCP)\\w', 238],
  ['(*UTF8)(*UCP)\\w', 238],
  ['a(*UTF8)', 238],
  ['a(*ACCEPT)b', 238],
  ['(*LIMIT_MATCH=3)a', 238],
  ['(*pla:a)b', 238],
  ['(', 51091],
  [')', 51091],
  ['[a', 51091],
  ['*a', 51091],
  ['(*)', 51091],
])('%s is refused before a document is read', (pattern, code) => {
  expect(codeOf(() => compileRegex(pattern))).toBe(code);
});

test.each([
  ['repetitions', 'a{1000}'.repeat(20)],
  ['repetitions of repetitions', '((((a{10}){10}){10}b){10})'.repeat(10)],
  ['classes of Unicode', '[\\p{L}\\p{N}]'.repeat(200)],
  ['groups', '('.repeat(2_000)],
  ['characters in a group with a bracket in a set', `(${'x'.repeat(100)}[(]){500}`],
  ['letters in a group with brackets in a set', `(${'x'.repeat(100)}[](][^](][[:alpha:](]){500}`],
  ['letters in a group with a quoted bracket', `(${'x'.repeat(100)}\\Q(\\\\E){500}`],
  ['letters', 'a'.repeat(32_765)],
  ['bytes', 'é'.repeat(16_383)],
])('too many %s are refused before a document is read', (_name, pattern) => {
  expect(codeOf(() => compileRegex(pattern))).toBe(51091);
});

test('limits the product of pattern and text by counting steps, not by time', () => {
  // Counted in characters for literal patterns.
  const literal = compileRegex('a'.repeat(30_000));
  expect(literal.test('a'.repeat(30_000))).toBe(true);
  expect(codeOf(() => literal.test('a'.repeat(40_000)))).toBe(51156);
  // Counted in instructions for all other patterns.
  const repeated = compileRegex('(?:ab){1000}c');
  expect(repeated.test(`${'ab'.repeat(1_000)}c`)).toBe(true);
  expect(codeOf(() => repeated.test('ab'.repeat(10_000)))).toBe(51156);
  expect(codeOf(() => [...repeated.matches('ab'.repeat(1_000))])).toBe(51156);
});

test('limits $regexFindAll when each match scans the rest of the text', async () => {
  const input = 'a'.repeat(100_000);
  const found = database.db
    .aggregate([
      { $documents: [{ input }] },
      { $project: { all: { $regexFindAll: { input: '$input', regex: '.*z|a' } } } },
    ])
    .toArray();
  await expect(found).rejects.toMatchObject({ code: 51156 });
});

test.each([
  ['a$\\n', ''],
  ['(a$)?b', ''],
  ['a\\n^', 'm'],
  ['b|(?m)a$', ''],
])('refuses %s where a line break at the end of the text makes ^ or $ ambiguous', (pattern, options) => {
  expect(codeOf(() => [...compileRegex(pattern, options).matches('a\n')])).toBe(238);
  expect(codeOf(() => compileRegex(pattern, options).test('a\n'))).toBe(238);
  expect(codeOf(() => compileRegex(pattern, options).test('a\nb'))).toBe(null);
});

/** Both engines must agree on patterns that either of them supports. */
test.each([
  ['a', '', 'xaya', ['a@1', 'a@3']],
  ['A', 'i', 'xaya', ['a@1', 'a@3']],
  ['^a', '', 'aba', ['a@0']],
  ['^a', 'm', 'a\nab\na', ['a@0', 'a@2', 'a@5']],
  ['a$', 'm', 'a\nba', ['a@0', 'a@3']],
  ['a|b', '', 'xbax', ['b@1', 'a@2']],
  ['\\.\\-\\_\\/\\"', '', '.-_/"', ['.-_/"@0']],
  ['[a-c]+', '', 'xabcx', ['abc@1']],
  ['a.c', '', 'a\rc a\nc', ['a\rc@0']],
  ['a.c', 's', 'a\nc', ['a\nc@0']],
  ['🦊', '', 'x🦊🦊', ['🦊@1', '🦊@2']],
  ['.', '', '🦊é', ['🦊@0', 'é@1']],
  ['(a)(b)?', '', 'aab', ['a@0 a null', 'ab@1 a b']],
  ['x*', '', 'axb', ['@0', 'x@1', '@2']],
  ['', '', 'ab', ['@0', '@1']],
  ['', '', '', ['@0']],
  ['b*', '', 'ab', ['@0', 'b@1']],
  ['b$|$', '', 'ab', ['b@1']],
  ['a$', '', 'ba\n', ['a@1']],
  ['a$', 'i', 'bA\n', ['A@1']],
  ['a$', '', 'a\nb', []],
  ['a$', '', 'a\n\n', []],
  ['[ab]$', '', 'ab\n', ['b@1']],
  ['.+$', '', 'a\nb\n', ['b@2']],
  ['[ab]+$|\\n', '', 'ab\n', ['ab@0', '\n@2']],
  ['(a|(b)$)', '', 'ab\n', ['a@0 a null', 'b@1 b b']],
  ['\\s+$', '', 'a \n', [' \n@1']],
  ['^.*$', '', 'a\n', ['a@0']],
  ['[ab]\\Z', '', 'ab\n', ['b@1']],
  ['[ab]\\z', '', 'ab\n', []],
  ['[ab]\\z', 'm', 'ab\nc', []],
  ['\\A[a-c]', 'm', 'ab\nc', ['a@0']],
  ['\\\\Z', '', '\\Z', ['\\Z@0']],
  ['[$]', '', '$\n', ['$@0']],
  ['^', 'm', 'a\nb\n', ['@0', '@2']],
  ['^(a|b)$', 'm', 'a\nb\n', ['a@0 a', 'b@2 b']],
  ['^.*$', 'm', 'a\nb\n', ['a@0', 'b@2']],
  ['^$', 'm', 'a\n', []],
  ['a\\sb', '', 'a\vb', ['a\vb@0']],
  ['a[\\s]b', '', 'a\vb', ['a\vb@0']],
  ['a\\Sb', '', 'a\vb', []],
  ['a[\\S]b', '', 'a\vb a🦊b', ['a🦊b@4']],
  ['a[\\s\\S]b', '', 'a\nb', ['a\nb@0']],
  ['a\\vb', '', 'a\u2028b', ['a\u2028b@0']],
  ['(*UTF8)é', '', 'aé', ['é@1']],
  ['(*UTF)(*UTF8)(?i)^É.', '', 'éa', ['éa@0']],
  ['[(*UTF8)]+', '', 'a(8*', ['(8*@1']],
  ['\\Q(*UCP)\\E.', '', 'a(*UCP)b', ['(*UCP)b@1']],
  ['\\Qa.b\\E', '', 'axb a.b', ['a.b@4']],
  ['\\Qa.(\\E.', '', 'a.(x', ['a.(x@0']],
  ['\\\\Q.', '', '\\Qa', ['\\Qa@0']],
  ['a\\Q.*', '', 'ab a.*', ['a.*@3']],
  ['[[:digit:]]+', '', 'a12', ['12@1']],
  ['a b', 'x', 'ab', ['ab@0']],
  ['(?i)STRASSE', '', 'strasse', ['strasse@0']],
  ['\\bsteel\\b', '', 'steel steels', ['steel@0']],
])('%s with the options %j finds in %j what MongoDB finds', async (regex, options, input, expected) => {
  const [answer] = await database.db
    .aggregate([
      { $documents: [{ input }] },
      { $project: { all: { $regexFindAll: { input: '$input', regex, options } } } },
    ])
    .toArray();
  const all = (answer as { all: { match: string; idx: number; captures: (string | null)[] }[] }).all;
  expect(all.map(({ match, idx, captures }) => [`${match}@${idx}`, ...captures.map(String)].join(' '))).toEqual(
    expected,
  );
});
