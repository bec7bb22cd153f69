import type { CheckedCollection } from './checkArchive';
import { chooseCollections } from './chooseCollections';

const rows: CheckedCollection = {
  database: 'shop',
  name: 'rows',
  metadata: '{"options":{},"indexes":[]}',
  type: 'collection',
  documents: 1,
  bytes: 22,
};

test('selects the named database, else the one of the same name, else the only one', () => {
  const [inA, inB] = [
    { ...rows, database: 'a' },
    { ...rows, database: 'b' },
  ];
  expect(chooseCollections([inA, inB], 'a', 'b')).toEqual([inB]);
  expect(chooseCollections([inA, inB], 'a', undefined)).toEqual([inA]);
  expect(chooseCollections([rows], 'another', undefined)).toEqual([rows]);
});

test('asks for a name when several databases, or none, are in the file and no name matches', () => {
  const others = ['a', 'b', 'admin', 'config', 'local'].map((database) => ({ ...rows, database }));
  expect(() => chooseCollections(others, 'shop', undefined)).toThrow('It has: a, b. Name one with --from');
  expect(() => chooseCollections(others, 'shop', 'c')).toThrow('It has: a, b. Name one with --from');
  expect(() => chooseCollections([], 'shop', undefined)).toThrow('It has: none.');
});

test.each([
  ['a view by its metadata', { metadata: '{"options":{"viewOn":"rows","pipeline":[]},"indexes":[]}' }],
  ['a time series by its metadata', { metadata: '{"options":{"timeseries":{"timeField":"at"}},"indexes":[]}' }],
  ['a view by its type', { type: 'view', metadata: '' }],
])('refuses %s, by name', (_kind, changes) => {
  const special = { ...rows, name: 'seen', ...changes };
  expect(() => chooseCollections([rows, special], 'shop', undefined)).toThrow('seen is a view or a time series');
});

test('omits the server’s system collections', () => {
  const views = { ...rows, name: 'system.views' };
  expect(chooseCollections([rows, views], 'shop', undefined)).toEqual([rows]);
});

test.each([
  ['invalid JSON', '{"options":'],
  ['not an object', '[]'],
  ['options that are not an object', '{"options":7}'],
  ['indexes that are not an array', '{"indexes":{}}'],
  ['an index without keys', '{"indexes":[{"name":"a_1"}]}'],
  ['an index without a name', '{"indexes":[{"key":{"a":1}}]}'],
  ['an index of no fields', '{"indexes":[{"key":{},"name":"a_1"}]}'],
])('refuses metadata that is not valid: %s', (_kind, metadata) => {
  expect(() => chooseCollections([rows, { ...rows, name: 'lamps', metadata }], 'shop', undefined)).toThrow(
    'the archive is damaged: the options or indexes of lamps cannot be read',
  );
});
