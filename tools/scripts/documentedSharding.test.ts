import { readFileSync } from 'node:fs';
import { declarations } from '../../server/collections/repositories';

const [, section = ''] = readFileSync('docs/operating/several-hosts.md', 'utf8').split('## Sharding');
const namesIn = (text: string) => [...text.matchAll(/`([a-z]\w+)`/g)].map(([, name = '']) => name);
const sharded = namesIn(/`deletedItems`.+?, which are written/s.exec(section)?.[0] ?? '');
const unsharded = namesIn(/cluster (.+?) and the small collections/s.exec(section)?.[1] ?? '');
const guarded = declarations.filter(({ indexes }) => indexes.some(({ options }) => options?.unique));

test('docs/operating/several-hosts.md shards by the hashed _id only what has no other unique index', () => {
  expect(sharded.length).toBeGreaterThan(10);
  expect(declarations.map(({ collection }) => collection)).toEqual(expect.arrayContaining([...sharded, ...unsharded]));
  expect(guarded.filter(({ collection }) => sharded.includes(collection))).toEqual([]);
});
