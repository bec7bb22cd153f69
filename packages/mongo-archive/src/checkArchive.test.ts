import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Int32, serialize } from 'bson';
import { ArchiveError } from './archiveFormat';
import { archiveOf, blockOf, collectionNamed, endOf, interleavedArchive, prelude, withFile } from './archives.fixture';
import { checkArchive } from './checkArchive';
import { chooseCollections } from './chooseCollections';
import { readArchive } from './readArchive';

test('counts the documents and bytes of each collection across interleaved blocks', async () => {
  const checked = await withFile(interleavedArchive(), checkArchive);
  expect(checked.map(({ name, documents, bytes }) => [name, documents, bytes])).toEqual([
    ['lamps', 3, 36],
    ['mugs', 3, 36],
    ['empty', 0, 0],
  ]);
  expect(checked[0]).toMatchObject({ database: 'shop', metadata: '{"indexes":[]}', type: 'collection' });
});

test('refuses an archive with a document that a restore would change', async () => {
  // { a: undefined }, whose type drivers omit.
  const document = Buffer.from([8, 0, 0, 0, 0x06, 0x61, 0, 0]);
  await expect(withFile(archiveOf(document), checkArchive)).rejects.toThrow('use mongorestore for this file');
});

test('reports a damaged document as damage, not as an unsupported type', async () => {
  const whole = archiveOf({ text: 'a lamp' });
  // The type byte of the document's only element.
  const at = whole.indexOf('\u0002text\0');
  for (const type of [0x06, 0x0c, 0x7b]) {
    const changed = Buffer.from(whole);
    changed.writeUInt8(type, at);
    await expect(withFile(changed, checkArchive)).rejects.toThrow('the checksum of lamps is wrong');
  }
});

/** Everything that a restore reads from a file. */
async function contentOf(file: string): Promise<string> {
  const content: unknown[] = chooseCollections(await checkArchive(file), 'shop', undefined);
  const document = ({ name }: { readonly name: string }, bytes: Buffer) => void content.push([name, String(bytes)]);
  await readArchive(file, { document });
  return JSON.stringify(content);
}

const lamps = collectionNamed('lamps', { metadata: '{"indexes":[{"key":{"a":1},"name":"a"}]}' });
const empty = collectionNamed('b', { metadata: '' });
const rows = [serialize({ _id: new Int32(1), a: 'x' })];
const small = Buffer.concat([
  ...[prelude(lamps, empty), blockOf(lamps, rows), endOf(lamps, rows)],
  ...[blockOf(empty, []), endOf(empty, [])],
]);
/** Files read concurrently. */
const atOnce = 32;

test.each([
  ['plain', small],
  ['packed by gzip', gzipSync(small)],
])(
  'for each flipped bit of an archive, %s: reports damage or restores the same content',
  async (_form, bytes) => {
    await withFile(bytes, async (file) => {
      const whole = await contentOf(file);
      const readFlipped = async (bit: number): Promise<string | ArchiveError> => {
        const changed = Buffer.from(bytes);
        const at = bit >> 3;
        changed.writeUInt8(changed.readUInt8(at) ^ (1 << (bit & 7)), at);
        const own = `${file}.${bit % atOnce}`;
        writeFileSync(own, changed);
        return contentOf(own).catch((error: unknown) => {
          if (error instanceof ArchiveError) return error;
          throw new Error(`bit ${bit} is no ArchiveError`, { cause: error });
        });
      };
      const bits = Array.from({ length: bytes.length * 8 }, (_, bit) => bit);
      const same: number[] = [];
      for (let first = 0; first < bits.length; first += atOnce) {
        const some = bits.slice(first, first + atOnce);
        const results = await Promise.all(some.map(readFlipped));
        for (const [index, result] of results.entries()) {
          if (result instanceof ArchiveError) continue;
          expect([some[index], result]).toEqual([some[index], whole]);
          same.push(first + index);
        }
      }
      // Harmless bits are gzip's time and system, the name of our checksum field, and unread fields of block headers.
      expect(same.length).toBeLessThan(bits.length * 0.3);
    });
  },
  240_000,
);
