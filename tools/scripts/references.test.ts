import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

const read = (file: string) => readFileSync(file, 'utf8');
const numbersOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, number = '']) => number);
const rowsOf = (file: string) => [...read(file).matchAll(/^\| <a id="(\w+)"><\/a>(\w+) +\| (.+) \|$/gm)];

/** The existing codes, decisions, sections and notes. */
const known = {
  code: new Set(
    ['docs/acceptance.md', 'docs/threat-model.md'].flatMap((file) => rowsOf(file).map(([, , code]) => code)),
  ),
  decision: new Set(numbersOf(read('docs/rulings.md'), /^## Decision (\d+): /gm)),
  section: new Set(numbersOf(read('docs/specification.md'), /^## (\d+)\. /gm)),
  note: new Set(readdirSync('docs/decisions').map((name) => name.slice(0, 4))),
};
type Kind = keyof typeof known;

/** Also lists: 'decisions 4 and 6', 'notes 0011 to 0013'. */
const several = String.raw`(\d+(?:(?:, | and | or | to )\d+)*)`;
/**
 * Excluded: hex colours, percent-encoding (%C2), exponents, spreadsheet cells, and SVG path data such as `M24 10`,
 * where a number follows.
 */
const patterns: Readonly<Record<Kind, RegExp>> = {
  code: /(?<![\w%#.!-])([MBCER]\d{1,2})(?![\w.%]|-\w| ?-?\d)/g,
  decision: new RegExp(String.raw`\bdecisions? ${several}(?!\d)`, 'gi'),
  section: new RegExp(String.raw`(?<!RFC \d+, )\bsections? ${several}(?!\d)`, 'gi'),
  note: new RegExp(String.raw`(?:\bnotes? |docs/decisions/)(?=\d{4})${several}`, 'gi'),
};

/** The dangling references of a text. */
function dangling(text: string): string[] {
  const lost = (Object.keys(patterns) as Kind[]).flatMap((kind) =>
    [...text.matchAll(patterns[kind])].flatMap(([, found = '']) =>
      found
        .split(/, | and | or | to /)
        .filter((each) => !known[kind].has(each))
        .map((each) => `${kind} ${each}`),
    ),
  );
  const parts = read('docs/specification.md').split(/^## /m);
  for (const [, number = '', heading = ''] of text.matchAll(/\bsection (\d+), '([^'\n]+)'/g)) {
    const part = parts.find((each) => each.startsWith(`${number}. `)) ?? '';
    if (!part.includes(`### ${heading}\n`) && !part.includes(`**${heading}**`))
      lost.push(`section ${number}, ${heading}`);
  }
  return lost;
}

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|cjs|js|css|html|graphql|md|json|ya?ml)$/.test(file) && file !== 'package-lock.json')
  // Lamps have sockets of the kind E27, and the references below are made up.
  .filter((file) => !file.startsWith('server/demo/products/') && file !== 'tools/scripts/references.test.ts');

test('every reference to a row, a decision, a section or a note resolves', () => {
  expect(files.length).toBeGreaterThan(500);
  const lost = files.flatMap((file) => dangling(read(file)).map((reference) => `${file}: ${reference}`));
  expect(lost).toEqual([]);
});

test('schema.graphql references no other document', () => {
  const names = Object.values(patterns).flatMap((pattern) => [...read('schema.graphql').matchAll(pattern)]);
  expect(names.map(([whole]) => whole)).toEqual([]);
});

test.each([
  ["'M71: a title'", ['code M71']],
  ['(bar E23), B60; R61', ['code E23', 'code B60', 'code R61']],
  ['(decision 42)', ['decision 42']],
  ['Decisions 4 and 99', ['decision 99']],
  ['(sections 2, 11 and 9)', ['section 11']],
  ["(section 2, 'Footer')", ['section 2, Footer']],
  ['(notes 0001 to 9999)', ['note 9999']],
  ['docs/decisions/9998-a-name.md', ['note 9998']],
])('finds the dangling reference in %s', (text, lost) => {
  expect(dangling(text)).toEqual(lost);
});

test.each([
  '#E4',
  '%C2%A0',
  '%E3%83',
  'd="M24 46c5"',
  'M2 5.5A2.5',
  '1E5',
  '!A0',
  'RFC 9110, section 13',
  'V8, F8, W1',
])('finds no reference in %s', (text) => {
  expect(dangling(text)).toEqual([]);
});

test('codes, decisions and sections are numbered without gaps', () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));
  const codes = (letter: string) => [...known.code].filter((code) => code?.startsWith(letter));
  expect([...known.decision]).toEqual(upTo(41));
  expect([...known.section]).toEqual(upTo(10));
  expect(codes('M')).toEqual(upTo(70).map((number) => `M${number.padStart(2, '0')}`));
  expect(codes('C')).toEqual(upTo(71).map((number) => `C${number.padStart(2, '0')}`));
  expect(codes('B')).toEqual(upTo(55).map((number) => `B${number}`));
  expect(codes('R')).toEqual(upTo(22).map((number) => `R${number}`));
  expect(codes('E')).toEqual(upTo(22).map((number) => `E${number}`));
});

const rows = ['docs/acceptance.md', 'docs/threat-model.md'].flatMap((document) =>
  rowsOf(document).map(([, anchor, code = '', cells = '']) => ({
    anchor,
    code,
    tests: numbersOf(cells.split(' | ').at(-1) ?? '', /`([\w/.-]+\.tsx?)`/g),
  })),
);

/** Rows that are not implemented yet. */
const ahead = ['C64', 'C65', 'C66', 'C67', 'C68', 'C69', 'C70'];

test('every row has its anchor and existing tests, and the tests of an acceptance row have its code', () => {
  for (const { anchor, code, tests } of rows) {
    expect(anchor).toBe(code.toLowerCase());
    expect([code, files, tests.length > 0]).toEqual([code, expect.arrayContaining(tests), !ahead.includes(code)]);
    if (!/^[MC]/.test(code)) continue;
    for (const file of tests)
      expect([file, code, new RegExp(String.raw`['"\`][^'"\`\n]*\b${code}\b`).test(read(file))]).toEqual([
        file,
        code,
        true,
      ]);
  }
});
