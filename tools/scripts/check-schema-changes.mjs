// Fails on a breaking change of schema.graphql that docs/schema-changes.md does not declare, sentence for sentence.
// Compares each pair of successive versions on the main line since that file was first committed, and the working copy.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).trim();
// Sentences may be wrapped.
const declarations = readFileSync('docs/schema-changes.md', 'utf8').replace(/\s+/g, ' ');

const since = git('log', '--diff-filter=A', '--format=%H', '--', 'docs/schema-changes.md').split('\n').at(-1);
const commits = since
  ? git('log', '--first-parent', '--reverse', '--format=%H', `${since}..HEAD`, '--', 'schema.graphql')
      .split('\n')
      .filter(Boolean)
  : [];
const versions = since ? [since, ...commits].map((commit) => git('show', `${commit}:schema.graphql`)) : [];
versions.push(readFileSync('schema.graphql', 'utf8'));

let undeclared = 0;
for (let index = 1; index < versions.length; index += 1) {
  const changes = await diff(buildSchema(versions[index - 1]), buildSchema(versions[index]));
  for (const change of changes) {
    if (change.criticality.level !== CriticalityLevel.Breaking || declarations.includes(change.message)) continue;
    process.stderr.write(`schema.graphql: undeclared breaking change: ${change.message}\n`);
    undeclared += 1;
  }
}
process.exit(undeclared === 0 ? 0 : 1);
