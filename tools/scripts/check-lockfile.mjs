// Checks that the lockfile names no host (npm uses the configured registry), that every package has an integrity hash,
// and that every package with an install script is listed in package.json's allowScripts (true: may run, false:
// reviewed and not needed). B42 in docs/threat-model.md. check-lockfile.mjs [FOLDER]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? '.';
const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
const { allowScripts = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const nameOf = (path, entry) => entry.name ?? path.split('node_modules/').at(-1);
const problems = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  // The root and the workspaces belong to this repository.
  if (!path.includes('node_modules/') || entry.link) continue;
  if (entry.hasInstallScript && typeof allowScripts[nameOf(path, entry)] !== 'boolean') {
    problems.push(`${path}: has an install script and is not in package.json's allowScripts`);
  }
  // A bundled package is covered by the hash of the archive that contains it.
  if (entry.inBundle) continue;
  if (entry.resolved) {
    const host = URL.canParse(entry.resolved) ? new URL(entry.resolved).host : '';
    problems.push(`${path}: comes from ${host || entry.resolved}`);
  }
  if (!entry.integrity) problems.push(`${path}: no integrity hash`);
}
for (const problem of problems) process.stderr.write(`package-lock.json: ${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
