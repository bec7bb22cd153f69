import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longLivedIn } from './longLived';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kiosk-long-lived-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['a listener', 'function limit(http) { const a = new Map(); http.on("x", (s) => a.set(s, 1)); }', ['a']],
  [
    'a listener that hands it on',
    'function limit(http) { const a = new Map(); http.on("x", (s) => count(a, s)); }',
    ['a'],
  ],
  ['what a factory answers', 'const make = () => { const a = new Set(); return { add: (x) => a.add(x) }; };', ['a']],
  ['an object as a cache', 'const a = {}; export const get = (k) => (a[k] ??= k);', ['a']],
  ['an array of a module', 'const a = []; export function add(x) { a.push(x); }', ['a']],
  ['a part of an object', 'const state = { a: new Set() }; export const see = (x) => state.a.add(x);', ['a']],
  ['a part of a class', 'class Store { private readonly a = new Map(); put(k) { this.a.set(k, 1); } }', ['a']],
  ['a local function that is given away', 'function f(on) { const a = []; const g = (x) => a.push(x); on(g); }', ['a']],
  ['a call back within the call', 'const f = (xs) => { const a = new Set(); return xs.filter((x) => a.add(x)); };', []],
  [
    'a local function that is called',
    'function f(x) { const a = []; const g = (y) => { a.push(y); g(y); }; g(x); }',
    [],
  ],
  ['a table', 'const a = new Map([[1, 2]]); export const get = (k) => a.get(k);', []],
])('finds exactly the collections that outlive a call: %s', (_what, source, expected) => {
  const file = join(folder, 'source.ts');
  writeFileSync(file, source);
  expect(longLivedIn(file)).toEqual(expected);
});
