import fc from 'fast-check';
import Papa from 'papaparse';
import { columnFinder } from './columnFinder';
import { decodeCsv } from './decodeCsv';
import { escapeFormula, unescapeFormula } from './formulas';
import { readCsv } from './readCsv';
import { writeCsv } from './writeCsv';

const columns = ['name', 'slug', 'price', 'description'] as const;
const columnOf = columnFinder(columns);
const bytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;
const read = (text: string, chunkSize?: number) => readCsv(text, { columnOf, ...(chunkSize && { chunkSize }) });

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
  fc.constantFrom('=1+1', "'=1+1", "''-2", '\r\n', '"', '""', "'", '=cmd|"/C calc"!A0', ''),
  fc.string({ unit: fc.oneof(troublesome, fc.string({ unit: 'grapheme', maxLength: 1 })), maxLength: 12 }),
);
describe('CSV', () => {
  it('round-trips every cell exactly, whatever its content and the chunk size', async () => {
    const row = fc.array(cell, { minLength: columns.length, maxLength: columns.length });
    const table = fc.array(row, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 3, max: 400 }), async (rows, chunkSize) => {
        const written = writeCsv(columns, rows);
        expect(await read(decodeCsv(bytes(written)), chunkSize)).toEqual([[...columns], ...rows]);
        expect(await read(written, chunkSize)).toEqual([[...columns], ...rows]);
      }),
      { numRuns: 150 },
    );
  });

  it('escapes cells that start like a formula, and unescapes them on reading', () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(escapeFormula(text)).not.toMatch(/^(?!-\d+(\.\d+)?$)[=+\-@\t\r]/);
        expect(unescapeFormula(escapeFormula(text))).toBe(text);
      }),
    );
    expect(['=1', "'=1", "'tis", 'a=1', '-a'].map(escapeFormula)).toEqual(["'=1", "''=1", "'tis", 'a=1', "'-a"]);
  });

  it('writes a negative number as one, which a spreadsheet adds up, and whatever else begins so as text', async () => {
    const numbers = ['-5', '-40.00', '-0.05'];
    const texts = ['-', '-1-1', '-1+A1', '-.5', '-5.', '-1e3', '-1,5', '-5 ', '-5\n', '--5', '+5', '－5', "'-5"];
    expect(numbers.map(escapeFormula)).toEqual(numbers);
    expect(texts.map(escapeFormula)).toEqual(texts.map((text) => `'${text}`));
    const table = [...numbers, ...texts].map((text) => [text]);
    expect(await read(writeCsv(['price'], table))).toEqual([['price'], ...table]);
    // Files that were written before have an apostrophe there, too.
    expect(await read(`price\n'-40.00\n`)).toEqual([['price'], ['-40.00']]);
  });

  it('writes a byte order mark, CRLF and quotes around every cell', () => {
    expect(
      writeCsv(
        ['name', 'price'],
        [
          ['A "blue" mug, big', '5'],
          ['two\nlines', '-1'],
          ['-Sale', '-0.50'],
        ],
      ),
    ).toBe('\uFEFF"name","price"\r\n"A ""blue"" mug, big","5"\r\n"two\nlines","-1"\r\n"\'-Sale","-0.50"\r\n');
  });

  it.each([',', ';', '\t', '|'])(
    'escapes cells that start like a formula for a reader with the separator %j',
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
  ])('detects the separator: %j', async (text) => {
    const [header = [], row] = await read(text);
    expect(header.map(columnOf)).toEqual(['slug', 'name']);
    expect(row).toEqual(['mug', 'Mug']);
  });

  it.each([3, 100_000])('accepts every line ending, also mixed, in chunks of %d characters', async (chunkSize) => {
    const ends = ['\r\n', '\n', '\r'];
    const mugs = ends.map((end, index) => `${end}Mug ${index},"${index + 1}"`).join('');
    const table = await read(`name,price${mugs}\r"two\r\nlines",5\n`, chunkSize);
    expect(table).toEqual([
      ['name', 'price'],
      ['Mug 0', '1'],
      ['Mug 1', '2'],
      ['Mug 2', '3'],
      ['two\r\nlines', '5'],
    ]);
  });

  it.each([10, 1_000])(
    'treats a quotation mark inside an unquoted cell as a character, in chunks of %d',
    async (chunkSize) => {
      const many = Array.from({ length: 50 }, (_each, index) => `Lamp ${index},"first\nsecond ""line""",5`).join('\n');
      const table = await read(`name,description,price\n27" Monitor,6" wide "x" 4",199\n${many}`, chunkSize);
      expect(table[1]).toEqual(['27" Monitor', '6" wide "x" 4"', '199']);
      expect(table).toHaveLength(52);
      expect(table[51]?.[1]).toBe('first\nsecond "line"');
    },
  );

  it.each([10, 1_000])('reports the row of an unclosed quotation mark, in chunks of %d', async (chunkSize) => {
    const mugs = Array.from({ length: 30 }, (_each, index) => `Mug ${index},5\n`).join('');
    const words = 'A quotation mark is not closed, or stands in a wrong place, at about row 32.';
    await expect(read(`name,price\n${mugs}Pot,"6\nPan,7\n`, chunkSize)).rejects.toThrow(words);
  });

  it('yields to the event loop and reports progress while it reads many rows', async () => {
    const progress: number[] = [];
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    await readCsv(`name\n${'Mug\n'.repeat(1_000)}`, {
      columnOf,
      chunkSize: 100,
      onProgress: (rows) => progress.push(rows),
    });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
    expect(progress.at(-1)).toBe(1_001);
    expect(progress.length).toBeGreaterThan(30);
  });

  it('rejects another encoding with a message', () => {
    expect(() => decodeCsv(Uint8Array.from([0x6e, 0xe4, 0x6d]).buffer)).toThrow('This file is not in UTF-8.');
  });

  it.each([
    ['', 'utf16le'],
    ['', 'utf16be'],
    ['\uFEFF', 'utf16le'],
    ['\uFEFF', 'utf16be'],
  ])('rejects UTF-16 and names it: %j %s', (mark, encoding) => {
    const encoded = Buffer.from(`${mark}name,price\nMug,5`, 'utf16le');
    if (encoding === 'utf16be') encoded.swap16();
    expect(() => decodeCsv(Uint8Array.from(encoded).buffer)).toThrow('This file is in UTF-16');
  });
});
