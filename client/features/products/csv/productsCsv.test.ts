import fc from 'fast-check';
import Papa from 'papaparse';
import { hostileTexts } from '../../../../e2e/hostileTexts';
import { decodeUtf8, guarded, unguarded, writeCsv } from '../../../lib/csvFile';
import { columns, readCsv } from './productsCsv';

const bytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;

/** As a file travels: written, stored as UTF-8, read again. */
async function roundTrip(rows: string[][], chunkSize: number): Promise<string[][]> {
  const text = decodeUtf8(bytes(writeCsv(columns, rows)));
  const file = await readCsv(text, { chunkSize });
  return file.rows.map(({ cells }) => columns.map((column) => cells[column] ?? ''));
}

const troublesome = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  "'",
  '"',
  ',',
  ';',
  ' ',
  '\uFEFF',
  '＝',
  '\0',
);
const cell = fc.oneof(
  fc.constantFrom(...hostileTexts, '=1+1', "'=1+1", "''-2", '\r\n', '"', '""', "'", '=cmd|"/C calc"!A0', ''),
  fc.string({ unit: fc.oneof(troublesome, fc.string({ unit: 'grapheme', maxLength: 1 })), maxLength: 12 }),
);
/** The first cell is not blank: a row of nothing is no product. */
const row = fc.tuple(
  fc.constantFrom('Mug', '=Mug', "'=Mug", '"Mug", blue', 'x\r\ny'),
  fc.array(cell, { minLength: columns.length - 1, maxLength: columns.length - 1 }),
);

describe('a product file', () => {
  it('round-trips every cell exactly, whatever its content and the chunk size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 3, max: 400 }),
        async (table, chunkSize) => {
          const rows = table.map(([first, rest]) => [first, ...rest]);
          expect(await roundTrip(rows, chunkSize)).toEqual(rows);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('escapes cells that begin as a formula, and unescapes them on reading', () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(guarded(text)).not.toMatch(/^[=+\-@\t\r]/);
        expect(unguarded(guarded(text))).toBe(text);
      }),
    );
    expect(['=1', "'=1", "'tis", 'a=1', '-5'].map(guarded)).toEqual(["'=1", "''=1", "'tis", 'a=1', "'-5"]);
  });

  it('is CSV with a byte order mark and CRLF, every cell in quotes', () => {
    expect(
      writeCsv(
        ['name', 'price'],
        [
          ['A "blue" mug, big', '5'],
          ['two\nlines', '-1'],
        ],
      ),
    ).toBe('\uFEFF"name","price"\r\n"A ""blue"" mug, big","5"\r\n"two\nlines","\'-1"\r\n');
  });

  it.each([',', ';', '\t', '|'])(
    'escapes cells that begin as a formula for a reader that separates by %j',
    (delimiter) => {
      const names = ['Lamp;=HYPERLINK(A1);x', 'a,=1', 'a\t@b', 'a|+1', 'a"\n=1', 'a";=1'];
      const text = writeCsv(
        ['name'],
        names.map((name) => [name]),
      );
      const { data } = Papa.parse<string[]>(text.slice(1), { delimiter });
      expect(data.flat().filter((each) => /^[=+\-@\t\r]/.test(each))).toEqual([]);
    },
  );

  it.each([
    ['sep=;\nslug;name\nmug;Mug', ';'],
    ['\uFEFFsep=\t\r\nslug\tname\r\nmug\tMug', 'tab'],
    ['"sep=,"\nslug,name\nmug,Mug', ','],
    ['slug|name\nmug|Mug', '|'],
    ['\uFEFFslug,name\r\nmug,Mug', ','],
    ['slug;name\nmug;Mug\n', ';'],
    ['"Slug"\t"NAME"\rmug\tMug\r\r', 'tab'],
  ])('is read with its own separators: %j', async (text) => {
    const { rows, columns: found } = await readCsv(decodeUtf8(bytes(text)));
    expect(found).toEqual(['slug', 'name']);
    expect(rows).toEqual([{ row: 2, cells: { slug: 'mug', name: 'Mug' } }]);
  });

  it('numbers its rows as a spreadsheet does and reports which cannot be sent', async () => {
    const { rows, unknownColumns } = await readCsv(
      'name,colour,price,reason\nMug,blue,5,no\n\nPot,red,6,,5\nCup,,7,\nJar\nPan,,8,,, ,\n',
    );
    expect(unknownColumns).toEqual(['colour']);
    expect(rows).toEqual([
      { row: 2, cells: { name: 'Mug', price: '5' } },
      { row: 4, cells: { name: 'Pot', price: '6' }, problem: 'There are 5 cells in this row and 4 in the first one.' },
      { row: 5, cells: { name: 'Cup', price: '7' } },
      { row: 6, cells: { name: 'Jar', price: '' } },
      { row: 7, cells: { name: 'Pan', price: '8' } },
    ]);
  });

  it.each([3, 100_000])('accepts every line ending, also mixed, in chunks of %d characters', async (chunkSize) => {
    const ends = ['\r\n', '\n', '\r'];
    const mugs = ends.map((end, index) => `${end}Mug ${index},"${index + 1}"`).join('');
    const { rows } = await readCsv(`name,price${mugs}\r"two\r\nlines",5\n`, { chunkSize });
    expect(rows.map(({ cells }) => [cells.name, cells.price])).toEqual([
      ['Mug 0', '1'],
      ['Mug 1', '2'],
      ['Mug 2', '3'],
      ['two\r\nlines', '5'],
    ]);
  });

  it.each([10, 1_000])(
    'takes a quotation mark in an unquoted cell for a letter, in pieces of %d',
    async (chunkSize) => {
      const many = Array.from({ length: 50 }, (_each, index) => `Lamp ${index},"first\nsecond ""line""",5`).join('\n');
      const { rows } = await readCsv(`name,description,price\n27" Monitor,6" wide "x" 4",199\n${many}`, { chunkSize });
      expect(rows[0]?.cells).toEqual({ name: '27" Monitor', description: '6" wide "x" 4"', price: '199' });
      expect(rows).toHaveLength(51);
      expect(rows[50]?.cells.description).toBe('first\nsecond "line"');
    },
  );

  it.each([
    ['', 'There is neither name nor slug.'],
    ['title,price\nMug,5', 'There is neither name nor slug.'],
    ['name,Name\nMug,Mug', 'The column name is there twice.'],
    ['name,price\n', 'There are no products in this file.'],
    ['name,price\nMug,"5\nPot,6\n', 'A quotation mark is not closed'],
  ])('is refused in words: %j', async (text, words) => {
    await expect(readCsv(text)).rejects.toThrow(words);
  });

  it('in another encoding is rejected with a message', () => {
    expect(() => decodeUtf8(Uint8Array.from([0x6e, 0xe4, 0x6d]).buffer)).toThrow('This file is not in UTF-8.');
  });

  it.each([
    ['', 'utf16le'],
    ['', 'utf16be'],
    ['\uFEFF', 'utf16le'],
    ['\uFEFF', 'utf16be'],
  ])('in UTF-16 is refused by its name: %j %s', (mark, encoding) => {
    const encoded = Buffer.from(`${mark}name,price\nMug,5`, 'utf16le');
    if (encoding === 'utf16be') encoded.swap16();
    expect(() => decodeUtf8(Uint8Array.from(encoded).buffer)).toThrow('This file is in UTF-16');
  });
});
