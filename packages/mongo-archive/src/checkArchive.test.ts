import { archiveOf, interleavedArchive, withFile } from './archives.fixture';
import { checkArchive } from './checkArchive';

test('counts the documents and bytes of each collection, whatever blocks they are in', async () => {
  const checked = await withFile(interleavedArchive(), checkArchive);
  expect(checked.map(({ name, documents, bytes }) => [name, documents, bytes])).toEqual([
    ['lamps', 3, 36],
    ['mugs', 3, 36],
    ['empty', 0, 0],
  ]);
  expect(checked[0]).toMatchObject({ database: 'shop', metadata: '{"indexes":[]}', type: 'collection' });
});

test('refuses an archive with a document that would not be the same after a restore', async () => {
  // { a: undefined }, a kind of value that drivers leave out.
  const document = Buffer.from([8, 0, 0, 0, 0x06, 0x61, 0, 0]);
  await expect(withFile(archiveOf(document), checkArchive)).rejects.toThrow('use mongorestore for this file');
});
