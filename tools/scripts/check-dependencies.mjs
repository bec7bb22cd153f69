// Checks that docs/dependencies.md gives a reason for every outdated package and every override. check-dependencies.mjs
// [--latest]
import { execFile as execFileOf, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const execFile = promisify(execFileOf);

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const root = read('package.json');
const workspaces = root.workspaces
  .map((pattern) => pattern.replace(/\/\*$/, ''))
  .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}/package.json`));
const manifests = [root, ...workspaces.filter(existsSync).map(read)];
const versions = Object.assign(
  {},
  ...manifests.map(({ dependencies, devDependencies }) => ({ ...dependencies, ...devDependencies })),
);

/** Installed separately from the shop's own packages: name, and version or alias. */
const toolPackages = ['nodes', 'mongosh']
  .map((folder) => read(`tools/scripts/${folder}/package.json`))
  .flatMap(({ dependencies, optionalDependencies }) => Object.entries({ ...dependencies, ...optionalDependencies }))
  .map(([name, wanted]) => ({ name, ...asked(name, wanted) }));
const pinned = { ...versions, ...Object.fromEntries(toolPackages.map(({ name, version }) => [name, version])) };

const document = readFileSync('docs/dependencies.md', 'utf8');
/** The rows of the table below a heading: name and cells. */
function rowsBelow(heading) {
  const part = document.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  return [...part.matchAll(/^\| +`([^`]+)` +\| (.+) \|$/gm)].map(([, name, cells]) => [
    name,
    ...cells.split(' | ').map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
  ]);
}
const exceptions = rowsBelow('Not at their latest');
const overrides = Object.entries(root.overrides).flatMap(([name, value]) =>
  typeof value === 'string' ? [name] : Object.keys(value).map((inner) => `${name} > ${inner}`),
);
const explained = rowsBelow('Overrides').map(([name]) => name);

const problems = [
  ...exceptions
    .filter(([name, version]) => pinned[name] !== version)
    .map(([name, version]) => `${name} is listed with ${version}, and package.json has ${pinned[name]}`),
  ...overrides.filter((name) => !explained.includes(name)).map((name) => `the override of ${name} has no reason`),
  ...explained.filter((name) => !overrides.includes(name)).map((name) => `there is no override of ${name}`),
  ...[...exceptions, ...rowsBelow('Overrides')]
    .filter((cells) => (cells.at(-1) ?? '').length < 10)
    .map(([name]) => `${name} has no reason`),
];

/** Renovate proposes nothing younger (renovate.json). */
const minimumAgeMs = 7 * 86_400_000;

/** The newest version that is old enough, whatever Node it needs. */
function newestOf({ 'dist-tags.latest': latest, time }) {
  const isOldEnough = (version) => Date.now() - Date.parse(time[version]) >= minimumAgeMs;
  if (isOldEnough(latest)) return latest;
  const earlier = Object.keys(time).filter((each) => /^[\d.]+$/.test(each) && byVersion(each, latest) < 0);
  return earlier.filter(isOldEnough).sort(byVersion).at(-1) ?? latest;
}

/**
 * What the registry has newer versions of: name and version; null where it cannot be reached. `npm outdated` would pass
 * over versions that the running Node is too old for.
 */
async function askRegistry() {
  const behind = [];
  const ours = manifests.map(({ name }) => name);
  const names = Object.keys(versions).filter((name) => !ours.includes(name));
  const ask = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const { stdout } = await execFile('npm', ['view', name, 'dist-tags.latest', 'time', '--json'], {
        maxBuffer: 1e8,
      });
      const newest = newestOf(JSON.parse(stdout));
      if (byVersion(newest, versions[name]) > 0) behind.push([name, newest]);
    }
  };
  try {
    await Promise.all(Array.from({ length: 8 }, ask));
  } catch {
    return null;
  }
  return behind.sort();
}

/** The package and version range of a dependency; an alias stands for a major version. */
function asked(name, wanted) {
  if (!wanted.startsWith('npm:')) return { package: name, version: wanted };
  const at = wanted.lastIndexOf('@');
  const version = wanted.slice(at + 1);
  return { package: `${wanted.slice('npm:'.length, at)}@${version.split('.')[0]}`, version };
}

/**
 * Name and latest version of separately installed tools and of the Go programs in .ci/run. Reports what cannot be
 * queried.
 */
function askAboutTools() {
  const answer = (program, ...args) => {
    const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
    return status === 0 ? stdout.trim() : null;
  };
  const ofNpm = toolPackages.map(({ name, version, ...about }) => {
    const text = answer('npm', 'view', about.package, 'version', '--json');
    return { name, version, latest: text && [JSON.parse(text)].flat().sort(byVersion).at(-1) };
  });
  const ofGo = installedByGo(readFileSync('.ci/run', 'utf8')).map(({ name, version }) => ({
    ...{ name, version },
    latest: answer('go', 'list', '-m', '-f', '{{.Version}}', `${name}@latest`)?.slice(1),
  }));
  const tools = [...ofNpm, ...ofGo];
  for (const { name, latest } of tools)
    if (!latest) process.stdout.write(`NOT MEASURED: nobody says which version of ${name} is the latest.\n`);
  return tools.filter(({ version, latest }) => latest && latest !== version);
}

/** Module and version of each `go install github.com/OWNER/NAME/FOLDER@v1.2.3`. */
const installedByGo = (script) =>
  script
    .split('go install ')
    .slice(1)
    .map((rest) => rest.split(/\s/)[0].split('@v'))
    .map(([path, version]) => ({ name: path.split('/').slice(0, 3).join('/'), version }));

function byVersion(a, b) {
  return a.localeCompare(b, 'en', { numeric: true });
}

const found = process.argv.includes('--latest') ? await askRegistry() : [];
if (found === null)
  process.stdout.write('NOT MEASURED: the registry cannot be reached, nothing is compared with it.\n');
else if (process.argv.includes('--latest')) {
  const behind = new Map([...found, ...askAboutTools().map(({ name, latest }) => [name, latest])]);
  const listed = new Set(exceptions.map(([name]) => name));
  for (const [name, latest] of behind) if (!listed.has(name)) problems.push(`${name} could be ${latest}`);
  for (const name of listed) if (!behind.has(name)) problems.push(`${name} is at its latest, and is listed`);
}
for (const problem of problems) process.stderr.write(`docs/dependencies.md: ${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
