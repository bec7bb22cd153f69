import { readFileSync } from 'node:fs';
import { policy } from '../policy';

const words: Readonly<Record<string, string>> = {
  anybody: 'public',
  'anybody who is signed in': 'signedIn',
  'the person it is about, and admins': 'self',
  admins: 'admin',
};

test('docs/security.md lists the permissions of the policy', () => {
  const text = readFileSync('docs/security.md', 'utf8');
  const section = text.split('\n## ').find((part) => part.startsWith('Permissions\n')) ?? '';
  const rows = [...section.matchAll(/^\| `(\w+)` +\| ([^|]+?) +\|$/gm)];
  expect(rows.map(([, operation, who]) => [operation, words[who ?? '']])).toEqual(Object.entries(policy));
});
