import { writeCsv } from '@kiosk/csv/writeCsv';
import { hostileTexts } from '../../../../e2e/hostileTexts';
import { columns, readProductFile } from './productsCsv';

describe('a product file', () => {
  it('recognizes column names in any order and letter case', async () => {
    const { rows, columns: found } = await readProductFile('"Slug"\t"NAME"\rmug\tMug\r\r');
    expect(found).toEqual(['slug', 'name']);
    expect(rows).toEqual([{ row: 2, cells: { slug: 'mug', name: 'Mug' } }]);
    expect(columns).toEqual(expect.arrayContaining(found));
  });

  it('survives a round trip with hostile texts', async () => {
    const texts = hostileTexts.map((text) => columns.map((column) => (column === 'name' ? `Mug ${text}` : text)));
    const { rows } = await readProductFile(writeCsv(columns, texts));
    expect(rows.map(({ cells }) => columns.map((column) => cells[column]))).toEqual(texts);
  });

  it('numbers its rows like a spreadsheet and reports the rows that cannot be sent', async () => {
    const { rows, unknownColumns } = await readProductFile(
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

  it.each([
    ['', 'There is neither name nor slug.'],
    ['title,price\nMug,5', 'There is neither name nor slug.'],
    ['name,Name\nMug,Mug', 'The column name is there twice.'],
    ['name,price\n', 'There are no products in this file.'],
  ])('is rejected with a message: %j', async (text, words) => {
    await expect(readProductFile(text)).rejects.toThrow(words);
  });
});
