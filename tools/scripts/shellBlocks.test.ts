import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

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
