import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { variableNames } from '../../server/env';

const read = (file: string) => readFileSync(file, 'utf8');
const readJson = (file: string) => JSON.parse(read(file)) as Record<string, unknown>;
const { version } = readJson('package.json') as { version: string };

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly uses?: string; readonly run?: string }[] }>
  >;
}
const workflows = readdirSync('.github/workflows').map((name) => join('.github/workflows', name));
const stepsOf = (file: string) => Object.values((parse(read(file)) as Workflow).jobs).flatMap(({ steps }) => steps);

test('workflow actions are pinned to a full version', () => {
  const used = workflows.flatMap((file) => stepsOf(file).flatMap(({ uses }) => uses ?? []));
  expect(used.length).toBeGreaterThan(5);
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@v\d+\.\d+\.\d+$/);
});

test('each push runs .ci/run, the check on Node 22 and 24, and the image build', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml')) as { jobs: Record<string, { strategy?: object }> };
  expect(jobs['check']?.strategy).toMatchObject({ matrix: { node: ['22', '24'] } });
  const runs = stepsOf('.github/workflows/ci.yml').flatMap(({ run, uses }) => run ?? uses ?? []);
  for (const wanted of ['bash .ci/run', 'npm run check', 'docker/build-push-action'])
    expect([wanted, runs.some((run) => run.startsWith(wanted))]).toEqual([wanted, true]);
});

const actionlint = resolve('tools/scripts/actionlint/actionlint');
const hasActionlint = existsSync(actionlint);
if (!hasActionlint) process.stdout.write('NOT MEASURED: actionlint is not installed here (.ci/run installs it).\n');
(hasActionlint ? test : test.skip)('actionlint accepts the workflows and detects a misspelt key', () => {
  expect(spawnSync(actionlint, workflows, { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: '' });
  const wrong = read('.github/workflows/ci.yml').replace('runs-on: ubuntu-24.04', 'run-on: ubuntu-24.04');
  expect(spawnSync(actionlint, ['-'], { input: wrong, encoding: 'utf8' }).stdout).toContain('run-on');
});

/** Measured by other runs: by `npm run test:databases`, which says what it cannot have. */
const ofOtherDatabases = [
  'packages/embedded-mongodb/src/differential.test.ts',
  'packages/embedded-mongodb/src/expressionDifferential.test.ts',
  'packages/embedded-mongodb/src/stageDifferential.test.ts',
  'server/database/insertEach.test.ts',
  'server/products/suggestProducts.test.ts',
];

/** The distinct conditions under which tests are skipped: several tests may want the same program. */
const skipConditions = (text: string) =>
  new Set(
    [...text.matchAll(/([\w.[\]']+)(?: === \S+)? \? (?:test|describe)(?: : (?:test|describe))?\.skip\b/g)].map(
      ([, condition]) => condition,
    ),
  );

test('whatever is left out for what the machine lacks prints NOT MEASURED', () => {
  const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { encoding: 'utf8' }).trim().split('\n');
  const texts = files.map((file) => [file, read(file)] as const);
  const leavingOut = texts.filter(([, text]) => /[?:] (test|describe)\.skip/.test(text));
  expect(leavingOut.length).toBeGreaterThan(10);
  expect(leavingOut.filter(([, text]) => skipConditions(text).size === 0).map(([file]) => file)).toEqual([]);
  const linesIn = (text: string) => text.match(/stdout\.write\(\s*['"`]NOT MEASURED/g)?.length ?? 0;
  const silent = leavingOut.filter(([, text]) => linesIn(text) < skipConditions(text).size);
  expect(silent.map(([file]) => file)).toEqual(ofOtherDatabases);
  // What a test logs is not shown by `npm test`.
  expect(texts.filter(([, text]) => /console\.log\(\s*['"`]NOT MEASURED/.test(text)).map(([file]) => file)).toEqual([]);
});

test('issue templates have required fields, and Renovate finds the programs of .ci/run', () => {
  for (const name of ['fault.yml', 'wish.yml']) {
    const { body } = parse(read(`.github/ISSUE_TEMPLATE/${name}`)) as {
      body: { validations?: { required: boolean } }[];
    };
    expect(body.some(({ validations }) => validations?.required)).toBe(true);
  }
  expect(parse(read('.github/ISSUE_TEMPLATE/config.yml'))).toMatchObject({ blank_issues_enabled: false });
  const { customManagers } = readJson('renovate.json') as { customManagers: { matchStrings: string[] }[] };
  const lines = read('.ci/run').match(/go install \S+/g) ?? [];
  const found = [...read('.ci/run').matchAll(new RegExp(customManagers[0]?.matchStrings[0] ?? '', 'g'))];
  expect(found.map(([line]) => line)).toEqual(lines);
  expect(found.map(({ groups }) => groups?.['depName'])).toContain('github.com/rhysd/actionlint');
  expect(readJson('renovate.json')).toMatchObject({
    enabledManagers: expect.arrayContaining(['npm', 'dockerfile', 'docker-compose', 'github-actions']) as unknown,
  });
});

describe('release notes', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kiosk-release-'));
    cpSync('package.json', join(folder, 'package.json'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const notes = (tag: string, changelog: string) => {
    writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
    const script = resolve('tools/scripts/release-notes.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, tag], { cwd: folder, encoding: 'utf8' });
    return { status, text: stdout + stderr };
  };
  const heading = `## [${version}] - 2026-11-27`;

  test('are the section of the version in CHANGELOG.md', () => {
    const changelog = `# Changelog\n\n## [Unreleased]\n\n- Later\n\n${heading}\n\n### Added\n\n- A lamp\n\n## [0.0.1] - 2026-01-01\n\n- First\n`;
    expect(notes(`v${version}`, changelog)).toEqual({ status: 0, text: '### Added\n\n- A lamp\n' });
  });

  test.each([
    ['v9.9.9', `${heading}\n\n- A lamp\n`, 'The tag is v9.9.9, and package.json has'],
    [`v${version}`, '## [Unreleased]\n\n- A lamp\n', 'CHANGELOG.md has no'],
    [`v${version}`, `${heading}\n\n## [0.0.1] - 2026-01-01\n`, 'CHANGELOG.md says nothing of'],
  ])('%s of %j is rejected', (tag, changelog, why) => {
    expect(notes(tag, changelog)).toEqual({ status: 1, text: expect.stringContaining(why) as unknown });
  });
});

test.each([
  ['package-lock.json', /^ {2}"version": "([^"]+)"/gm, 1],
  ['Dockerfile', /image\.version="([^"]+)"/g, 1],
  ['compose.yaml', /\{KIOSK_VERSION:-([^}]+)\}/g, 1],
  ['docs/operating/image.md', /\bkiosk:(\d[\d.]*\d)/g, 2],
  ['docs/operating/one-server.md', /(?:\bv|releases\/)(\d+\.\d+\.\d+)/g, 6],
])('%s has the version of package.json wherever it names one', (file, pattern, count) => {
  const named = [...read(file).matchAll(pattern)].map(([, found]) => found);
  expect(named.length).toBeGreaterThanOrEqual(count);
  expect([...new Set(named)]).toEqual([version]);
});

test('CHANGELOG.md names the version of package.json', () => {
  expect(read('CHANGELOG.md')).toMatch(
    new RegExp(
      `^## \\[${version.replaceAll('.', '\\.')}\\] - |The version under way is ${version.replaceAll('.', '\\.')}[.,;:]`,
      'm',
    ),
  );
});

test('docs/dependencies.md gives a reason for each override and each outdated package', () => {
  const script = 'tools/scripts/check-dependencies.mjs';
  expect(spawnSync(process.execPath, [script], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

test('docs/architecture.md has two diagrams', () => {
  expect(read('docs/architecture.md').match(/^```mermaid$/gm)?.length).toBe(2);
});

/** Sections that operators look for, by file. */
const sections: readonly [file: string, ...headings: string[]][] = [
  ['docs/operating.md', 'Three ways to production', 'Topics'],
  ['docs/operating/monitoring.md', 'What there is', 'What is ready', 'Logs'],
  ['docs/operating/one-server.md', 'What one process can and cannot', 'Install', 'Settings', 'systemd', 'TLS in front'],
  ['docs/operating/mongodb.md', 'The replica set', 'What the shop checks', 'Moving from the embedded database'],
  ['docs/operating/several-hosts.md', 'Several hosts', 'What they share', 'Failover', 'compose.yaml', 'Sharding'],
  [
    'docs/operating/firebase.md',
    'The project',
    'The three values',
    'The service account',
    'Mails of Firebase',
    'Quotas',
  ],
  ['docs/operating/backup.md', 'Schedule', 'Retention', 'Off-site copy', 'How much is lost, and how long it takes'],
  ['docs/operating/backup.md', 'Restore drill', 'Restoring the shop', 'Accounts'],
  ['docs/operating/upgrade.md', 'Release folders and a link', 'Roll back', 'Rolling restarts'],
  ['docs/operating/capacity.md', 'Visitors', 'Products', 'Memory'],
  ['docs/operating/secrets.md', "The service account's key", "MongoDB's password", 'After a leak'],
];
test.each(sections)('%s has %s', (file, ...headings) => {
  const found = [...read(file).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(found).toEqual(expect.arrayContaining(headings));
});

test('each page of docs/operating is linked from docs/operating.md or from a page linked there', () => {
  const pages = readdirSync('docs/operating');
  const index = read('docs/operating.md');
  const listed = pages.filter((page) => index.includes(`(operating/${page}`));
  const linked = listed.map((page) => read(`docs/operating/${page}`)).join();
  expect(listed.length).toBeGreaterThan(9);
  expect(pages.filter((page) => !listed.includes(page) && !linked.includes(`(${page}`))).toEqual([]);
});

test('docs/operating/secrets.md has a row for each secret setting', () => {
  const page = read('docs/operating/secrets.md');
  const ofCompose = [...read('compose.yaml').matchAll(/\$\{([A-Z\d_]+)|^ +([A-Z\d_]+):$/gm)].map(
    ([, a, b]) => a ?? b ?? '',
  );
  const names = new Set([...variableNames, ...ofCompose]);
  const open = /^`FIREBASE_API_KEY` and `STRIPE_PUBLISHABLE_KEY` are .* no secrets\.$/m.exec(page)?.[0] ?? '';
  const secrets = [...names].filter(
    // Settings with a password or a token, or with the path of a file that has one.
    (name) =>
      /PASSWORD|SECRET|_KEY$|_URI$|^SMTP_URL$|_HEADERS$|_CREDENTIALS$/.test(name) && !open.includes(`\`${name}\``),
  );
  expect(secrets.length).toBeGreaterThan(9);
  const rows = (page.match(/^\| .+$/gm) ?? []).join('\n');
  expect(secrets.filter((name) => !rows.includes(`\`${name}\``))).toEqual([]);
});
