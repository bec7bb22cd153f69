import { gzipSync } from 'node:zlib';
import { deserialize, Int32, Long, serialize } from 'bson';
import { ArchiveError, magicNumber, maxDocumentBytes, terminator } from './archiveFormat';
import {
  archiveOf,
  blockOf,
  collectionNamed,
  endOf,
  interleavedArchive,
  numbered,
  prelude,
  withFile,
} from './archives.fixture';
import { readArchive } from './readArchive';

/** The visitor's calls, in order. */
function read(bytes: Uint8Array): Promise<string[]> {
  const seen: string[] = [];
  return withFile(bytes, async (file) => {
    await readArchive(file, {
      begin: (collections) => void seen.push(`begin ${collections.map(({ name }) => name).join(', ')}`),
      document: ({ name }, document) => void seen.push(`${name} ${String(deserialize(document)['n'])}`),
      end: ({ name }) => void seen.push(`end ${name}`),
    });
    return seen;
  });
}

const refused = (bytes: Uint8Array) => expect(read(bytes)).rejects;
const lamps = collectionNamed('lamps');

describe.each([
  ['plain', (bytes: Buffer) => bytes],
  ['packed by gzip', (bytes: Buffer) => gzipSync(bytes)],
])('%s', (_form, pack) => {
  test('visits the documents of interleaved collections in file order and ends each collection once', async () => {
    expect(await read(pack(interleavedArchive()))).toEqual([
      'begin lamps, mugs, empty',
      'lamps 0',
      'lamps 1',
      'mugs 10',
      'lamps 2',
      'end empty',
      'end lamps',
      'mugs 11',
      'mugs 12',
      'end mugs',
    ]);
  });

  test('refuses an archive that is truncated at any byte', async () => {
    const whole = pack(interleavedArchive());
    for (let length = 0; length < whole.length; length++) {
      const error: unknown = await read(whole.subarray(0, length)).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ArchiveError);
      expect(String(error)).toMatch(/cut|damaged|no archive/);
    }
  });

  test('refuses extra bytes after the end', async () => {
    await refused(pack(Buffer.concat([interleavedArchive(), Buffer.from([1])]))).toThrow('the file is cut');
  });
});

test('detects a flipped bit in a document, also when the document stays readable', async () => {
  const whole = archiveOf({ text: 'a lamp' });
  const start = whole.indexOf('a lamp');
  for (let at = start; at < start + 'a lamp'.length; at++) {
    for (const bit of [1, 2, 4]) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(at) ^ bit, at);
      await refused(changed).toThrow('the checksum of lamps is wrong');
    }
  }
});

test('detects a changed byte in the prelude: names, options, indexes', async () => {
  const whole = archiveOf({ n: 1 });
  for (const text of ['indexes', 'collection\0', '8.0.0', 'kiosk\0']) {
    const changed = Buffer.from(whole);
    const at = changed.indexOf(text);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await refused(changed).toThrow('the checksum of its list of collections is wrong');
  }
});

test('reads a prelude without our checksum, as mongodump writes it', async () => {
  const header = serialize({
    ...{ concurrent_collections: new Int32(4), version: '0.1', server_version: '8.0.4', tool_version: '100.10.0' },
  });
  const row = serialize({ db: 'shop', collection: 'lamps', metadata: '', size: new Int32(0), type: 'collection' });
  const documents = numbered(0, 1);
  const blocks = [blockOf(lamps, documents), endOf(lamps, documents)];
  const bytes = Buffer.concat([magicNumber, header, row, terminator, ...blocks]);
  expect(await read(bytes)).toEqual(['begin lamps', 'lamps 0', 'end lamps']);
});

test('reports a checksum that is not a number as damage', async () => {
  const end = serialize({ db: 'shop', collection: 'lamps', EOF: true, CRC: 'x' });
  await refused(Buffer.concat([prelude(lamps), blockOf(lamps, []), end, terminator])).toThrow('checksum of lamps');
});

test('refuses two swapped documents', async () => {
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = numbered(0, 2);
  const swapped = Buffer.concat([prelude(lamps), blockOf(lamps, [second, first]), endOf(lamps, [first, second])]);
  await refused(swapped).toThrow('the checksum of lamps is wrong');
});

test('accepts the checksum as any BSON integer type, as mongodump and its predecessors write it', async () => {
  const bytes = archiveOf();
  expect(await read(bytes)).toEqual(['begin lamps', 'end lamps']);
  const end = (crc: unknown) => serialize({ db: 'shop', collection: 'lamps', EOF: true, CRC: crc });
  const block = blockOf(lamps, []);
  for (const crc of [new Int32(0), Long.ZERO])
    expect(await read(Buffer.concat([prelude(lamps), block, end(crc), terminator]))).toEqual([
      'begin lamps',
      'end lamps',
    ]);
  await refused(Buffer.concat([prelude(lamps), block, end(new Int32(1)), terminator])).toThrow('checksum');
});

describe('invalid files', () => {
  const whole = archiveOf({ n: 1 });

  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['a text file', Buffer.from('db.lamps.find()')],
    ['the magic number of another format', Buffer.concat([Buffer.from('PK\u0003\u0004'), whole.subarray(4)])],
    ['the reversed magic number', Buffer.concat([Buffer.from(magicNumber).reverse(), whole.subarray(4)])],
  ])('%s', async (_kind, bytes) => {
    await refused(bytes).toThrow('the file is no archive of mongodump or of this shop');
  });

  test('an archive of another version', async () => {
    const header = serialize({ concurrent_collections: new Int32(1), version: '0.2' });
    await refused(Buffer.concat([magicNumber, header, terminator])).toThrow('the archive is of an unknown version');
  });

  test('a prelude that names a collection otherwise', async () => {
    const header = serialize({ version: '0.1' });
    const row = serialize({ db: 'shop', name: 'lamps' });
    await refused(Buffer.concat([magicNumber, header, row, terminator])).toThrow('in a way that is not known');
  });
});

describe('document lengths', () => {
  const withLength = (length: number) => {
    const document = Buffer.alloc(Math.max(5, Math.min(length, 64)));
    document.writeInt32LE(length);
    return Buffer.concat([prelude(lamps), blockOf(lamps, []).subarray(0, -terminator.length), document]);
  };

  test.each([0, 4, -2, maxDocumentBytes + 1, 0x7fffffff])(
    'a length of %i bytes is refused without reading the document',
    async (length) => {
      await refused(withLength(length)).toThrow('a wrong length');
    },
  );

  test('accepts the largest document that mongodump writes', async () => {
    const frame = serialize({ n: 1, text: '' }).length;
    const largest = serialize({ n: 1, text: 'x'.repeat(maxDocumentBytes - frame) });
    expect(largest.length).toBe(maxDocumentBytes);
    expect(await read(archiveOf(largest))).toEqual(['begin lamps', 'lamps 1', 'end lamps']);
  });

  test('refuses a document without a terminating zero byte', async () => {
    const [document = Buffer.alloc(0)] = numbered(0, 1);
    const longer = Buffer.concat([document.subarray(0, -1), Buffer.from([1])]);
    await refused(archiveOf(longer)).toThrow('a document without its end');
  });
});

describe('blocks', () => {
  const [mugs, view] = [collectionNamed('mugs'), collectionNamed('seen', { type: 'view' })];

  test('are refused for a collection that the prelude does not list', async () => {
    await refused(Buffer.concat([prelude(lamps), blockOf(mugs, [])])).toThrow(
      'a block of mugs, which it does not name',
    );
  });

  test('are refused for a collection that has ended', async () => {
    const bytes = Buffer.concat([archiveOf({ n: 1 }), blockOf(lamps, numbered(2, 3))]);
    await refused(bytes).toThrow('a block of lamps');
  });

  test('are refused without a name', async () => {
    await refused(Buffer.concat([prelude(lamps), terminator])).toThrow('a block without a name');
  });

  test('must include the end of every collection except views, which have none', async () => {
    const ended = Buffer.concat([blockOf(lamps, []), endOf(lamps, [])]);
    expect(await read(Buffer.concat([prelude(lamps, view), ended]))).toEqual(['begin lamps, seen', 'end lamps']);
    await refused(Buffer.concat([prelude(lamps, mugs), ended])).toThrow('the end of mugs is not in it');
  });
});

test('rejects with the error that a visitor throws, unchanged', async () => {
  const full = new Error('the disk is full');
  await withFile(archiveOf({ n: 1 }), async (file) => {
    const document = () => {
      throw full;
    };
    await expect(readArchive(file, { document })).rejects.toBe(full);
  });
});
