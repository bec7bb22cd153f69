import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));

/** The scripts that readers copy: fenced shell blocks and indented code. */
function scriptsOf(text: string): string[] {
  const blocks = text.matchAll(/^ *```(\w*)\n(.*?)^ *```$|((?:^ {4}\S[^\n]*\n)+)/gms);
  return [...blocks].flatMap(
    ([, language, script, indented]) => indented ?? (/^(sh|bash)$/.test(language ?? '') ? (script ?? '') : []),
  );
}

/** Set in every shell. */
const given = new Set(['PATH', 'HOME', 'PWD']);

/** The variables that a script reads and that neither a script before it nor the text defines. */
function unsetVariables(text: string): string[] {
  const prose = text.replace(/^ *```.*?^ *```$/gms, '');
  return scriptsOf(text).flatMap((script, index, scripts) => {
    const before = scripts.slice(0, index + 1).join('\n');
    const read = [...script.matchAll(/(?<!\\)\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name);
    return [...new Set(read)].filter(
      (name) =>
        !given.has(name) &&
        !new RegExp(`(^|[\\s;])${name}=|\\bfor ${name} in `, 'm').test(before) &&
        !prose.includes(`\`${name}\``),
    );
  });
}

test('every variable of a shell block is set in a block or described in the page', () => {
  const scripts = documents.flatMap((file) => scriptsOf(readFileSync(file, 'utf8')));
  expect(scripts.filter((script) => script.includes('$')).length).toBeGreaterThan(10);
  const unset = documents.flatMap((file) =>
    unsetVariables(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(unset).toEqual([]);
});

test.each([
  ['```sh\nln -s "/srv/$version" current\n```\n', ['version']],
  ['```sh\nversion=1\nln -s "/srv/${version:?}" current\n```\n', []],
  ['`FILE_NAME` is the file.\n\n```sh\ncat "$FILE_NAME"\n```\n', []],
  ['```sh\nfile=a\n```\n\n    cat "$file"\n', []],
  ['    cat "$file"\n\n```sh\nfile=a\n```\n', ['file']],
  ['```sh\necho "\\$input $(date) $1"\nfor each in a b; do echo $each; done\n```\n', []],
])('finds in %j the unset variables %j', (text, unset) => {
  expect(unsetVariables(text)).toEqual(unset);
});

/** The shell blocks of a text, each with the comment above it. */
const markedBlocks = (text: string) =>
  [...text.matchAll(/(?:<!-- (walked|not walked): ([^]*?) -->\n+)?^```sh$/gm)].map(([, mark, what = '']) => ({
    mark,
    what,
  }));

test('each shell block of docs/operating is run by a test or says why not', () => {
  const folder = 'tools/scripts/resilience';
  const tests = readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
  const texts =
    tests.map((file) => readFileSync(join(folder, file), 'utf8')).join('') +
    readFileSync(join(folder, 'machine.ts'), 'utf8');
  const pages = documents.filter((file) => file.startsWith('docs/operating'));
  const blocks = pages.flatMap((file) => markedBlocks(readFileSync(file, 'utf8')).map((block) => ({ file, ...block })));
  expect(blocks.filter(({ mark }) => mark === 'walked').length).toBeGreaterThan(12);
  const isRun = (name: string) => texts.includes(`, '${name}')`);
  expect(blocks.filter(({ mark, what }) => (mark === 'walked' ? !isRun(what) : what.length < 20))).toEqual([]);
});
