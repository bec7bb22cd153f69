// release-notes.mjs vVERSION: prints the section of CHANGELOG.md; fails if the tag, package.json and CHANGELOG.md
// disagree.
import { readFileSync } from 'node:fs';

const tag = process.argv[2] ?? '';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^(?=## \[)/m);
const notes = sections.find((section) => section.startsWith(`## [${version}] - `));
const problem =
  (tag !== `v${version}` && `The tag is ${tag}, and package.json has the version ${version}.`) ||
  (notes === undefined && `CHANGELOG.md has no '## [${version}] - DATE'.`) ||
  (notes.split('\n').slice(1).join('').trim() === '' && `CHANGELOG.md says nothing of ${version}.`);
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
} else process.stdout.write(`${notes.split('\n').slice(1).join('\n').trim()}\n`);
