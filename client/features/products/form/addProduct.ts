import { boolean, object, string } from 'yup';
import type { CreateProductInput } from '../../../__generated__/lazyOperations';
import { cleanName } from '../../../lib/cleanName';
import { initialValues, type ProductValues } from '../productFields';
import { toInput as toCreateInput } from './createProduct';
import { isPhotoAddress } from './isPhotoAddress';
import { normalizePhotoAddress } from './normalizePhotoAddress';
import { isSlug } from './slugOf';
import { decimalOf } from './typedTexts';

/** The values of Add Product: two slots each for photos and categories (section 9). */
export type AddProductValues = Omit<ProductValues, 'photos' | 'categories'> &
  Record<'photo1' | 'photo2' | 'category1' | 'category2', string>;

const slotsFor = ({ photos: _photos, categories: _categories, ...values }: ProductValues): AddProductValues => ({
  ...values,
  discount: '',
  photo1: '',
  photo2: '',
  category1: '',
  category2: '',
});

export const emptyAddProduct = slotsFor(initialValues);

const atMost = (words: string, maximum: number) =>
  `${words} must be at most ${maximum.toLocaleString('en-US')} characters`;

const number = (words: string) =>
  string()
    .trim()
    .test(
      'number',
      `${words} must be a number such as 12.50`,
      (text = '') => text === '' || decimalOf(text) !== undefined,
    );

const within = (test: (value: number) => boolean) => (text: string | undefined) => {
  const value = decimalOf(text ?? '');
  return value === undefined || test(value);
};

const hasDecimals = (decimals: number) => (value: number) => Number(value.toFixed(decimals)) === value;

const photo = string()
  .trim()
  .test(
    'photo',
    'Photo URL must begin with https:// or http://, or with / for a picture of this site',
    (text = '') => text === '' || isPhotoAddress(normalizePhotoAddress(text)),
  );

const category = string().trim().max(100, atMost('Category', 100));

/** Name, slug, description and price are required (section 5); the other checks mirror the server's. */
export const addProductSchema = object({
  name: string().transform(cleanName).required('Name is required').max(200, atMost('Name', 200)),
  slug: string()
    .trim()
    .required('Slug is required')
    .max(200, atMost('Slug', 200))
    .test(
      'slug',
      'Slug may hold lower-case letters, digits and single hyphens only',
      (text = '') => text === '' || isSlug(text),
    ),
  description: string().trim().required('Description is required').max(10_000, atMost('Description', 10_000)),
  price: number('Price')
    .required('Price is required')
    .test(
      'least',
      'Price must be at least $0.01',
      within((price) => price >= 0.01),
    )
    .test(
      'most',
      'Price must be at most $1,000,000',
      within((price) => price <= 1_000_000),
    )
    .test('cents', 'Price must have at most two decimals', within(hasDecimals(2))),
  discount: number('Discount')
    .test(
      'range',
      'Discount must be at least 0 and below 100',
      within((percent) => percent >= 0 && percent < 100),
    )
    .test('decimals', 'Discount must have at most four decimals', within(hasDecimals(4))),
  stock: number('Pieces').test(
    'pieces',
    'Pieces must be a whole number from 0 to 1,000,000',
    within((pieces) => Number.isInteger(pieces) && pieces >= 0 && pieces <= 1_000_000),
  ),
  photo1: photo,
  photo2: photo,
  category1: category,
  category2: category,
  inStock: boolean(),
  taxClass: string(),
});

export function toInput(values: AddProductValues): CreateProductInput {
  const { photo1, photo2, category1, category2, description, discount, ...others } = values;
  const lists = { photos: `${photo1}\n${photo2}`, categories: `${category1}\n${category2}` };
  return toCreateInput(
    { ...others, ...lists, description: description.trim(), discount: discount.trim() || '0' },
    { photos: '\n', categories: '\n' },
  );
}

/** Maps the server's field names to the form's; a list's error goes to its first slot. */
export function fieldOf(field: string | undefined): keyof AddProductValues | undefined {
  if (field === 'photos') return 'photo1';
  if (field === 'categories') return 'category1';
  return field !== undefined && field in emptyAddProduct ? (field as keyof AddProductValues) : undefined;
}
