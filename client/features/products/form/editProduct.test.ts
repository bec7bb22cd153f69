import { initialValues, valuesOf } from '../productFields';
import { commas, copyOf, separatorsOf, toInput as toCreateInput } from './createProduct';
import { type EditableProduct, reconcile, toInput } from './editProduct';
import { addProductSchema, emptyAddProduct, fieldOf, toInput as toAddInput } from './addProduct';

const product: EditableProduct = {
  id: 'p1',
  version: 3,
  slug: 'mug',
  name: 'Mug',
  description: 'Holds tea',
  price: 12.5,
  discount: 0,
  taxClass: 'STANDARD',
  photos: ['/pictures/a.avif', '/pictures/b.avif'],
  categories: ['Home & Garden', 'Mugs'],
  inStock: true,
  stock: 12,
  status: 'ACTIVE',
  deactivatedByShop: false,
  email: 'anna@example.com',
};

describe('M41: Create Product', () => {
  it('splits and trims comma-separated text and parses decimals', () => {
    const values = { ...initialValues, name: ' Mug ', price: ' 12.50', discount: '.5', photos: '/a, ,/b,' };
    expect(toCreateInput({ ...values, categories: 'Fashion ,Hats' }, commas)).toEqual({
      name: 'Mug',
      slug: '',
      description: '',
      price: 12.5,
      discount: 0.5,
      taxClass: 'STANDARD',
      photos: ['/a', '/b'],
      categories: ['Fashion', 'Hats'],
      inStock: true,
    });
  });

  it.each(['1,299', '12,500', 'abc', '1e3', '0x10', '$5', 'NaN', '--1'])(
    'sends %j unchanged for the server to reject',
    (price) => {
      expect(toCreateInput({ ...initialValues, price, discount: '' }, commas)).toMatchObject({ price, discount: '' });
    },
  );

  it('accepts a comma before one or two decimals, and an address without its scheme', () => {
    const typed = { ...initialValues, price: '12,50', discount: '7,5', photos: 'www.example.com/a.jpg, /b.avif' };
    expect(toCreateInput(typed, commas)).toMatchObject({
      price: 12.5,
      discount: 7.5,
      photos: ['https://www.example.com/a.jpg', '/b.avif'],
    });
  });

  it('omits a blank price, which the server requires', () => {
    expect(toCreateInput({ ...initialValues, price: ' ' }, commas)).not.toHaveProperty('price');
  });

  it('copies a product without its slug; values that contain commas are separated by lines', () => {
    const lamp = { ...product, photos: ['/a,b.avif', '/c.avif'], categories: ['Lamps, desk'] };
    const copy = copyOf(lamp);
    expect(copy).toMatchObject({ name: 'Mug', slug: '', price: '12.5', photos: '/a,b.avif\n/c.avif' });
    expect(toCreateInput(copy, separatorsOf(lamp))).toMatchObject({ photos: lamp.photos, categories: lamp.categories });
  });
});

describe('M40: Add Product', () => {
  const good = { ...emptyAddProduct, name: 'Mug', slug: 'mug', description: 'Holds tea', price: '5' };

  it.each([
    [{}, 'Name is required | Slug is required | Description is required | Price is required'],
    [{ ...good }, ''],
    [{ ...good, price: '12,50', photo1: 'www.example.com/a.jpg' }, ''],
    [{ ...good, slug: 'My Mug' }, 'Slug may hold lower-case letters, digits and single hyphens only'],
    [{ ...good, price: 'five' }, 'Price must be a number such as 12.50'],
    [{ ...good, price: '0' }, 'Price must be at least $0.01'],
    [{ ...good, price: '1.005' }, 'Price must have at most two decimals'],
    [{ ...good, price: '1000000.01' }, 'Price must be at most $1,000,000'],
    [{ ...good, discount: '100' }, 'Discount must be at least 0 and below 100'],
    [
      { ...good, photo2: 'javascript:alert(1)' },
      'Photo URL must begin with https:// or http://, or with / for a picture of this site',
    ],
  ])('%j: %s', async (values, expected) => {
    const problems: unknown = await addProductSchema
      .validate({ ...emptyAddProduct, ...values }, { abortEarly: false })
      .then(
        () => [],
        ({ errors }: { errors: string[] }) => errors,
      );
    const order = expected === '' ? [] : expected.split(' | ');
    expect(new Set(problems as string[])).toEqual(new Set(order));
  });

  it('sends filled slots only, and an empty discount as 0', () => {
    expect(toAddInput({ ...good, photo2: ' /b ', category1: 'Fashion' })).toMatchObject({
      discount: 0,
      photos: ['/b'],
      categories: ['Fashion'],
      inStock: true,
    });
    expect([fieldOf('slug'), fieldOf('photos'), fieldOf('categories'), fieldOf('id')]).toEqual([
      'slug',
      'photo1',
      'category1',
      undefined,
    ]);
  });
});

describe('an edit', () => {
  it('sends the changed fields and the version that was read', () => {
    expect(toInput(valuesOf(product), product, commas)).toEqual({ id: 'p1', version: 3 });
    const values = { ...valuesOf(product), price: '13', status: 'INACTIVE' as const, categories: 'Mugs' };
    expect(toInput(values, product, commas)).toEqual({
      id: 'p1',
      version: 3,
      price: 13,
      status: 'INACTIVE',
      categories: ['Mugs'],
    });
  });

  it('that conflicts keeps typed fields and takes concurrent changes of the others', () => {
    const typed = { ...valuesOf(product), name: 'Big mug', price: '14' };
    const present = { ...product, version: 4, price: 11, inStock: false, description: 'Holds coffee' };
    const { values, changes } = reconcile(typed, product, present);
    expect(values).toMatchObject({ name: 'Big mug', price: '14', inStock: false, description: 'Holds coffee' });
    expect(changes).toEqual([{ field: 'price', present: '11' }]);
    expect(toInput(values, present, commas)).toEqual({ id: 'p1', version: 4, name: 'Big mug', price: 14 });
  });
});
