import { readCells } from './importCells';

test('cells become what a form sends', () => {
  const row = {
    name: ' Lamp ',
    slug: ' lamp ',
    description: 'Two\nlines',
    price: ' 24.50 ',
    discount: '12.5',
    inStock: 'No',
    status: 'inactive',
    categories: 'Home & Garden\nLamps, blue; small',
    photos: 'https://example.com/a;b?c,d\r\n/pictures/b.avif\n',
  };
  expect(readCells(row)).toEqual({
    name: ' Lamp ',
    slug: 'lamp',
    description: 'Two\nlines',
    price: 24.5,
    discount: 12.5,
    inStock: false,
    status: 'INACTIVE',
    categories: ['Home & Garden', 'Lamps, blue; small'],
    photos: ['https://example.com/a;b?c,d', '/pictures/b.avif'],
  });
});

test('a column that is not there is not read, a blank cell is its default', () => {
  expect(readCells({ slug: 'lamp', price: null })).toEqual({ slug: 'lamp' });
  const blank = {
    name: '',
    slug: '',
    description: '',
    discount: ' ',
    inStock: '',
    status: '',
    categories: '',
    photos: '\n',
  };
  expect(readCells(blank)).toEqual({
    name: '',
    slug: '',
    description: '',
    discount: 0,
    inStock: true,
    status: 'ACTIVE',
    categories: [],
    photos: [],
  });
});

test.each(['', '24,50', '$24', '1e3', '0x10', 'Infinity', '٣', '1.', '.5', '--1'])(
  'a price of %j stays text, which the rules refuse',
  (price) => {
    expect(readCells({ price })).toEqual({ price });
  },
);

test.each([
  ['true', true],
  ['TRUE', true],
  ['yes', true],
  ['false', false],
  ['no', false],
  ['maybe', 'maybe'],
  ['constructor', 'constructor'],
])('inStock %j is %j', (inStock, read) => {
  expect(readCells({ inStock })).toEqual({ inStock: read });
});
