import type { CellContext } from './cellReaders';
import { readCells } from './importCells';
import type { ImportColumn } from './productFields';

const undecided: CellContext = { numberFormat: null, isCategory: () => false, isPhoto: () => false };
const read = (column: ImportColumn, cell: string, context: Partial<CellContext> = {}) => {
  const { values, problems } = readCells({ [column]: cell }, { ...undecided, ...context });
  return problems[0]?.message ?? values[column];
};

test('converts cells to the values that the form submits', () => {
  const row = {
    name: ' Lamp ',
    slug: ' lamp ',
    description: 'Two\nlines',
    price: ' 24.50 ',
    discount: '12,5 %',
    taxClass: 'Reduced rate',
    inStock: 'No',
    status: 'draft',
    categories: 'Home & Garden\nLamps; small',
    photos: 'https://example.com/a,b?c,d\r\n/pictures/b.avif\n',
  };
  const { values, problems } = readCells(row, undecided);
  expect(problems).toEqual([]);
  expect(values).toEqual({
    name: ' Lamp ',
    slug: 'lamp',
    description: 'Two\nlines',
    price: 24.5,
    discount: 12.5,
    taxClass: 'REDUCED',
    inStock: false,
    status: 'INACTIVE',
    categories: ['Home & Garden', 'Lamps', 'small'],
    photos: ['https://example.com/a,b?c,d', '/pictures/b.avif'],
  });
});

test('skips absent columns, applies defaults to blank cells and requires a price', () => {
  expect(readCells({ slug: 'lamp', price: null }, undecided).values).toEqual({ slug: 'lamp' });
  const blank = {
    name: '',
    slug: '',
    description: '',
    price: ' ',
    discount: ' ',
    taxClass: '',
    inStock: '',
    status: '',
    categories: '',
    photos: '\n',
  };
  expect(readCells(blank, undecided)).toEqual({
    values: {
      name: '',
      slug: '',
      description: '',
      discount: 0,
      taxClass: 'STANDARD',
      inStock: true,
      status: 'ACTIVE',
      categories: [],
      photos: [],
    },
    problems: [{ column: 'price', message: 'Price is required' }],
  });
});

test.each([
  ['standard', 'STANDARD'],
  ['REDUCED-RATE', 'REDUCED'],
  ['zero', 'ZERO'],
  ['exempt', 'ZERO'],
  ['19 %', 'taxClass must be standard, reduced or zero'],
])('reads taxClass %j as %j', (cell, expected) => {
  expect(read('taxClass', cell)).toBe(expected);
});

test('reads an ambiguous price by the number format of the file, or refuses it with both readings', () => {
  expect(read('price', '1,299', { numberFormat: 'POINT' })).toBe(1299);
  expect(read('price', '1,299', { numberFormat: 'COMMA' })).toBe(1.299);
  expect(read('price', '1,299')).toBe('Price can be read as 1299 or as 1.299: write 1299.00 or 1.30');
  expect(read('price', 'free')).toBe('Price must be a number such as 1299.00');
});

test.each([
  ...[
    'true',
    'TRUE',
    ' Yes ',
    'y',
    '1',
    'WAHR',
    'VRAI',
    'oui',
    'ja',
    'sí',
    'Sì',
    'In Stock',
    'in_stock',
    'ИСТИНА',
    'áno',
  ]
    .concat(['Verfügbar', 'DOĞRU', '是', 'はい', 'ＴＲＵＥ'])
    .map((word) => [word, true]),
  ...[
    'false',
    'No',
    'n',
    '0',
    'FALSCH',
    'FAUX',
    'nein',
    'non',
    'não',
    'Out of stock',
    'out-of-stock',
    'sold out',
    'ЛОЖЬ',
  ]
    .concat(['épuisé', 'FAŁSZ', 'YANLIŞ'])
    .map((word) => [word, false]),
  ...['maybe', 'constructor', '2', '-', 'tr ue'].map((word) => [
    word,
    'inStock must say yes or no, such as true or false',
  ]),
])('reads inStock %j as %j', (cell, expected) => {
  expect(read('inStock', String(cell))).toBe(expected);
});

test.each([
  ...['active', 'Publish', 'PUBLISHED', 'enabled', '1', 'yes', 'Aktiv', 'publié'].map((word) => [word, 'ACTIVE']),
  ...['inactive', 'Draft', 'disabled', 'archived', '0', 'no', 'Entwurf'].map((word) => [word, 'INACTIVE']),
  ...['gone', '__proto__', 'activ e'].map((word) => [word, 'Status must be active or inactive']),
])('reads status %j as %j', (cell, expected) => {
  expect(read('status', String(cell))).toBe(expected);
});

test.each([
  ['Fashion;Shoes', ['Fashion', 'Shoes']],
  ['Fashion, Shoes', ['Fashion', 'Shoes']],
  ['Fashion | Shoes', ['Fashion', 'Shoes']],
  ['Fashion\r\nShoes\rHats\nCaps', ['Fashion', 'Shoes', 'Hats', 'Caps']],
  [';Fashion;; ', ['Fashion']],
  ['Hats, caps', ['Hats, caps']],
  ['Hats, caps\nShoes;Boots', ['Hats, caps', 'Shoes', 'Boots']],
  ['Home & Garden', ['Home & Garden']],
])('reads categories %j as %j when the shop has the category "Hats, caps"', (cell, expected) => {
  expect(read('categories', cell, { isCategory: (line) => line === 'Hats, caps' })).toEqual(expected);
});

test.each(['Fashion, Shoes; Boots', 'a,b\nc;d'])(
  'refuses categories %j, which mix commas and semicolons, with advice on separators',
  (cell) => {
    expect(read('categories', cell)).toBe(
      'Categories hold both commas and semicolons: put each category on a line of its own, or | between them',
    );
  },
);

const [a, b] = ['https://example.com/a.jpg', 'http://example.com/b.jpg'];
test.each([
  [`${a}, ${b}`, [a, b]],
  [`${a},${b}`, [a, b]],
  [`${a};${b}`, [a, b]],
  [`${a} | ${b}`, [a, b]],
  [`${a}\n${b}`, [a, b]],
  [`${a}, /pictures/b.avif`, [a, '/pictures/b.avif']],
  [`${a};HTTPS://example.com/b`, [a, 'HTTPS://example.com/b']],
  [`${a},/pictures/b.avif; ,${b}|`, [a, '/pictures/b.avif', b]],
  [`${a}, ,${b},`, [a, b]],
  ['https://example.com/w_300,h_200/a.jpg', ['https://example.com/w_300,h_200/a.jpg']],
  ['https://cdn.example/fetch/https://example.com/a.jpg', ['https://cdn.example/fetch/https://example.com/a.jpg']],
  ['/pictures/a;v=1,/b.avif', ['/pictures/a;v=1,/b.avif']],
])('reads photos %j as %j', (cell, expected) => {
  expect(read('photos', cell, { isPhoto: (line) => line === '/pictures/a;v=1,/b.avif' })).toEqual(expected);
});

test.each([`${a};www.example.com/b.jpg`, `${a}|x`, `${a};//example.com/b.jpg`, 'x;/b.avif', `${b}\n${a};v=1`])(
  'refuses photos %j, of which a part between semicolons or bars is no address',
  (cell) => {
    expect(read('photos', cell)).toBe(
      'Photos hold ; or | beside a text that does not begin with https://, http:// or /: inside an address write %3B for ; and %7C for |',
    );
  },
);
