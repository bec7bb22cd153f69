import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

interface Row {
  readonly id: string;
  readonly requirement: string;
  readonly status: string;
  readonly reason?: string;
  readonly tests?: readonly { readonly file: string; readonly title: string; readonly case?: string }[];
  readonly documents?: readonly { readonly file: string; readonly heading: string }[];
}

/** The 70 requirements of level 1 in OWASP ASVS 5.0.0. */
const levelOne = `1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1 3.4.2
3.5.1 3.5.2 3.5.3 4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2
6.4.1 6.4.2 7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3
10.4.4 10.4.5 11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1`.split(/\s+/);

/** The property that a row needs, by its status. */
const needs: Readonly<Record<string, keyof Row>> = {
  tested: 'tests',
  documented: 'documents',
  firebase: 'reason',
  operator: 'reason',
  notApplicable: 'reason',
  deviation: 'reason',
  open: 'reason',
};

const root = join(__dirname, '../..');
const rows = JSON.parse(readFileSync(join(root, 'docs/asvs.json'), 'utf8')) as Row[];

interface TestFile {
  readonly titles: readonly string[];
  readonly texts: readonly string[];
}

const testFiles = new Map<string, TestFile | null>();

function testFile(file: string): TestFile | null {
  let found = testFiles.get(file);
  if (found === undefined) {
    found = /\.(test|e2e)\.tsx?$/.test(file) && existsSync(join(root, file)) ? readTitles(file) : null;
    testFiles.set(file, found);
  }
  return found;
}

/** The titles of the tests, and every string of the file, which includes the cases of tables. */
function readTitles(file: string): TestFile {
  const tree = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const titles: string[] = [];
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    const [title] = ts.isCallExpression(node) ? node.arguments : [];
    const runs = ts.isCallExpression(node) && /^(test|it)(\.each\b|$)/.test(node.expression.getText(tree));
    if (runs && title && ts.isStringLiteralLike(title)) titles.push(title.text);
    else if (runs && title && ts.isTemplateExpression(title)) titles.push(title.getText(tree));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { titles, texts };
}

function hasHeading(file: string, heading: string): boolean {
  const path = join(root, file);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return lines.some((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
}

describe('the map of OWASP ASVS 5.0, level 1', () => {
  test('E20: every requirement has one row, in order', () => {
    expect(rows.map(({ id }) => id)).toEqual(levelOne);
    expect(levelOne).toHaveLength(70);
  });

  test.each(rows.map((row) => [row.id, row] as const))(
    'E20: %s has a requirement, a status and its evidence',
    (_, row) => {
      expect(row.requirement.length).toBeGreaterThan(15);
      expect(Object.keys(needs)).toContain(row.status);
      const need = row[needs[row.status] ?? 'reason'];
      expect(typeof need === 'string' ? need.trim().length >= 15 : (need?.length ?? 0) > 0).toBe(true);
    },
  );

  const references = rows.flatMap(({ id, tests = [] }) =>
    tests.map(({ file, title, case: example }) => [id, file, title, example] as const),
  );
  test.each(references)('E20: %s names an existing test of %s: %s %s', (_, file, title, example) => {
    const found = testFile(file);
    expect(found ? 'found' : `${file} is no test file`).toBe('found');
    expect(title.length).toBeGreaterThan(7);
    expect(found?.titles.filter((each) => each.includes(title))).not.toEqual([]);
    if (example !== undefined) expect(found?.texts).toContain(example);
  });

  const headings = rows.flatMap(({ id, documents = [] }) => documents.map(({ file, heading }) => [id, file, heading]));
  test.each(headings)('E20: %s names an existing section: in %s, %s', (_, file = '', heading = '') => {
    expect(hasHeading(file, heading)).toBe(true);
  });

  test('the examination sees a dangling reference', () => {
    expect(testFile('server/no-such-file.test.ts')).toBeNull();
    expect(testFile('server/env.ts')).toBeNull();
    expect(testFile('tools/scripts/asvsMap.test.ts')?.titles).toContain('the examination sees a dangling reference');
    expect(testFile('tools/scripts/asvsMap.test.ts')?.titles).not.toContain('the map of OWASP ASVS 5.0, level 1');
    expect(hasHeading('docs/security.md', 'No such heading')).toBe(false);
  });
});
