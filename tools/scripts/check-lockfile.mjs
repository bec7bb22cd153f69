// reliability.md B42: the lockfile names no host (.npmrc; npm asks the one it is set up for), every package has an integrity hash,
// and a package with an install script stands in package.json's allowScripts (true: it may run, false: seen, and not needed).
// check-lockfile.mjs [FOLDER]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? '.';
const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
const { allowScripts = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const nameOf = (path, entry) => entry.name ?? path.split('node_modules/').at(-1);
const problems = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  // The root and the workspaces are this repository's own.
  if (!path.includes('node_modules/') || entry.link) continue;
  if (entry.hasInstallScript && typeof allowScripts[nameOf(path, entry)] !== 'boolean') {
    problems.push(`${path}: has an install script and is not in package.json's allowScripts`);
  }
  // A bundled package comes inside the archive of another one, whose hash covers it.
  if (entry.inBundle) continue;
  if (entry.resolved) {
    const host = URL.canParse(entry.resolved) ? new URL(entry.resolved).host : '';
    problems.push(`${path}: comes from ${host || entry.resolved}`);
  }
  if (!entry.integrity) problems.push(`${path}: no integrity hash`);
}
for (const problem of problems) process.stderr.write(`package-lock.json: ${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
