import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSchema } from 'graphql';

const read = (file: string) => readFileSync(file, 'utf8');
const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));

const withoutCode = (text: string) => text.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '');

/** The anchors of a document: explicit ones, and its headings in GitHub's form. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, anchor = ''] of text.matchAll(/<a id="([^"]+)">/g)) anchors.add(anchor);
  for (const [, heading = ''] of text.replace(/^```.*?^```$/gms, '').matchAll(/^#+ (.+)$/gm)) {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/ /g, '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** The broken relative links of a document. */
function brokenLinks(file: string, text: string): string[] {
  const targets = [...withoutCode(text).matchAll(/\]\(([^()\s]+)\)|\b(?:src|href)="([^"]+)"/g)];
  return targets
    .map(([, link, attribute]) => link ?? attribute ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const found = path === '' ? file : join(dirname(file), path);
      if (!existsSync(found)) return true;
      return anchor !== undefined && !anchorsOf(found === file ? text : read(found)).has(anchor);
    });
}

test('every relative link and anchor of every document resolves', () => {
  expect(documents.length).toBeGreaterThan(30);
  const broken = documents.flatMap((file) => brokenLinks(file, read(file)).map((link) => `${file}: ${link}`));
  expect(broken).toEqual([]);
});

test.each([
  ['[a](no-such-file.md)', ['no-such-file.md']],
  ['[a](security.md#no-such-heading)', ['security.md#no-such-heading']],
  ['![a](../no/picture.png)', ['../no/picture.png']],
  ['<img src="no-picture.png" alt="">', ['no-picture.png']],
  ['## A heading\n\n[a](#another-heading)', ['#another-heading']],
])('finds the broken link in %j', (text, broken) => {
  expect(brokenLinks('docs/operating.md', text)).toEqual(broken);
});

test.each([
  '[a](security.md#permissions) [b](../README.md) [c](decisions/) [d](https://example.com/x)',
  '## What is it, `x`?\n## What is it, `x`?\n[a](#what-is-it-x) [b](#what-is-it-x-1)',
  '`[a](no-such-file.md)`',
  '```md\n[a](no-such-file.md)\n```',
  '| <a id="x1"></a>X1 |\n[a](#x1)',
])('accepts the links in %j', (text) => {
  expect(brokenLinks('docs/operating.md', text)).toEqual([]);
});

const notes = documents.filter((file) => file.startsWith('docs/decisions/'));

test('the decision notes are numbered without gaps', () => {
  expect(notes.map((file) => Number(file.slice('docs/decisions/'.length).slice(0, 4)))).toEqual(
    notes.map((_, index) => index + 1),
  );
});

test.each(notes)('%s has the form of a decision note', (file) => {
  const text = read(file);
  const number = /\/(\d{4})-[a-z\d-]+\.md$/.exec(file)?.[1];
  const [title, , status] = text.split('\n');
  expect(title).toMatch(new RegExp(`^# ${number}\\. [A-Z].+[^.]$`));
  expect(status).toMatch(/^20\d\d-\d\d-\d\d, (accepted|superseded by \[\d{4}\]\(.+\))[.;]/);
  const parts = [...text.matchAll(/^\*\*(\w+)\.\*\*/gm)].map(([, part]) => part);
  expect(parts).toEqual(['Context', 'Decision', 'Consequences', 'Refused']);
  // Half a page.
  expect(text.split('\n').length).toBeLessThanOrEqual(45);
});

test('docs/specification.md names every query and mutation', () => {
  const schema = buildSchema(read('schema.graphql'));
  const operations = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}),
  );
  expect(operations.length).toBeGreaterThan(90);
  const specification = read('docs/specification.md');
  expect(operations.filter((name) => !new RegExp(`\`${name}\\b`).test(specification))).toEqual([]);
});

test('docs/commands.md names every npm script', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const commands = read('docs/commands.md');
  const isNamed = (name: string) => new RegExp(`\`npm (run )?${name}(?![:\\w-])`).test(commands);
  expect(Object.keys(scripts).filter((name) => !isNamed(name))).toEqual([]);
});

test('every source file that a decision note names exists', () => {
  const named = notes.flatMap((file) =>
    [...read(file).matchAll(/`((?:server|client|packages|tools|e2e|deploy|docs)\/[\w./-]+\.\w+)`/g)].map(
      ([, path = '']) => `${file}: ${path}`,
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  const isMissing = (path: string) => !path.includes('/__generated__/') && !existsSync(path);
  expect(named.filter((line) => isMissing(line.split(': ')[1] ?? ''))).toEqual([]);
});
