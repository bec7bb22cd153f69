import fc from 'fast-check';
import { hostileTexts } from '../../../../e2e/hostileTexts';
import { columns, decodeUtf8, guarded, readCsv, unguarded, writeCsv } from './productsCsv';

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
  fc.array(cell, { minLength: 8, maxLength: 8 }),
);

describe('a product file', () => {
  it('gives every cell back exactly, whatever is in it and wherever the reading pauses', async () => {
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

  it('lets no cell begin as a formula, and takes the guard off again', () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(guarded(text)).not.toMatch(/^[=+\-@\t\r]/);
        expect(unguarded(guarded(text))).toBe(text);
      }),
    );
    expect(['=1', "'=1", "'tis", 'a=1', '-5'].map(guarded)).toEqual(["'=1", "''=1", "'tis", 'a=1', "'-5"]);
  });

  it('is CSV with a byte order mark and CRLF, quoted only where it must be', () => {
    expect(
      writeCsv(
        ['name', 'price'],
        [
          ['A "blue" mug, big', '5'],
          ['two\nlines', '-1'],
        ],
      ),
    ).toBe('\uFEFFname,price\r\n"A ""blue"" mug, big",5\r\n"two\nlines",\'-1\r\n');
  });

  it.each([
    ['\uFEFFslug,name\r\nmug,Mug', ','],
    ['slug;name\nmug;Mug\n', ';'],
    ['"Slug"\t"NAME"\rmug\tMug\r\r', 'tab'],
  ])('is read with its own separators: %j', async (text) => {
    const { rows, columns: found } = await readCsv(decodeUtf8(bytes(text)));
    expect(found).toEqual(['slug', 'name']);
    expect(rows).toEqual([{ row: 2, cells: { slug: 'mug', name: 'Mug' } }]);
  });

  it('numbers its rows as a spreadsheet does and says which cannot be sent', async () => {
    const { rows, unknownColumns } = await readCsv('name,colour,price,reason\nMug,blue,5,no\n\nPot,red\nCup,,7,\n');
    expect(unknownColumns).toEqual(['colour']);
    expect(rows).toEqual([
      { row: 2, cells: { name: 'Mug', price: '5' } },
      { row: 4, cells: { name: 'Pot', price: '' }, problem: 'There are 2 cells in this row and 4 in the first one.' },
      { row: 5, cells: { name: 'Cup', price: '7' } },
    ]);
  });

  it.each([
    ['', 'There is neither name nor slug.'],
    ['title,price\nMug,5', 'There is neither name nor slug.'],
    ['name,Name\nMug,Mug', 'The column name is there twice.'],
    ['name,price\n', 'There are no products in this file.'],
    ['name,price\nMug,"5\nPot,6\n', 'A quotation mark is not closed'],
  ])('is refused in words: %j', async (text, words) => {
    await expect(readCsv(text)).rejects.toThrow(words);
  });

  it('in another encoding is refused in words', () => {
    expect(() => decodeUtf8(Uint8Array.from([0x6e, 0xe4, 0x6d]).buffer)).toThrow('This file is not in UTF-8.');
  });
});
