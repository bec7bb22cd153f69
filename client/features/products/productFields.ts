import type {
  ImportedFieldsFragment,
  ImportProductRow,
  ProductFieldsFragment,
  TaxClass,
  UpdateProductInput,
} from '../../__generated__/lazyOperations';
import type { ProductStatus } from '../../__generated__/operations';
import { cleanName } from '../../lib/cleanName';
import { formatMoney } from '../../lib/money';
import { taxClassLabels } from '../../lib/taxClassLabels';
import { normalizePhotoAddress } from './form/normalizePhotoAddress';
import { listOf, numberOrText, type Separator, textOf } from './form/typedTexts';

/** The editable fields of a product, in forms and product files. */
export type ProductField = Exclude<keyof ImportProductRow, 'seenStock'>;

/** Numbers and lists are edited as text. */
type FormValue<T> = T extends boolean | ProductStatus | TaxClass ? T : string;

/** The values of a product's form. */
export type ProductValues = { [F in ProductField]: FormValue<ProductFieldsFragment[F]> };

/** The separators of lists that are edited as one text. */
export interface Separators {
  photos: Separator;
  categories: Separator;
}

interface Definition<F extends ProductField> {
  label: string;
  /** The value in an empty form. */
  initial: ProductValues[F];
  toForm: (value: ProductFieldsFragment[F]) => ProductValues[F];
  toInput: (typed: ProductValues[F], separators: Separators) => UpdateProductInput[F];
  /** In an import. */
  toCell: (value: ProductFieldsFragment[F]) => string;
  /** The value that an import will store, as text. */
  toWords: (value: NonNullable<ImportedFieldsFragment[F]>) => string;
}

type Definitions = { readonly [F in ProductField]: Definition<F> };

const text = (label: string, toInput: (typed: string) => string) => ({
  label,
  initial: '',
  toForm: (value: string | null) => value ?? '',
  toInput,
  toCell: (value: string | null) => value ?? '',
  toWords: (value: string) => value,
});

const number = (label: string, initial: string, toWords: (value: number) => string) => ({
  label,
  initial,
  toForm: String,
  toInput: numberOrText,
  toCell: String,
  toWords,
});

const list = (label: string, toInput: (typed: string, separators: Separators) => string[]) => ({
  label,
  initial: '',
  toForm: textOf,
  toInput,
  toCell: (value: readonly string[]) => value.join('\n'),
  toWords: (value: readonly string[]) => value.join('\n'),
});

/** Blank for uncounted products. */
const countText = (count: number | null) => (count === null ? '' : String(count));

const lowerCase = (value: ProductStatus | TaxClass) => value.toLowerCase();

/**
 * The single list of editable fields: forms' values and inputs and the columns of product files derive from it, in the order
 * of an export.
 */
export const productFields: Definitions = {
  name: text('Name', cleanName),
  slug: text('Slug', (typed) => typed.trim()),
  description: text('Description', (typed) => typed),
  price: number('Price ($)', '', formatMoney),
  discount: number('Discount (%)', '0', (percent) => `${percent} %`),
  taxClass: {
    label: 'Tax class',
    initial: 'STANDARD',
    toForm: (taxClass) => taxClass,
    toInput: (taxClass) => taxClass,
    toCell: lowerCase,
    toWords: (taxClass) => taxClassLabels[taxClass],
  },
  inStock: {
    label: 'In stock',
    initial: true,
    toForm: (inStock) => inStock,
    toInput: (inStock) => inStock,
    toCell: String,
    toWords: (inStock) => (inStock ? 'In Stock' : 'Out of Stock'),
  },
  stock: {
    label: 'Pieces in stock',
    initial: '',
    toForm: countText,
    toInput: (typed) => (typed.trim() === '' ? null : numberOrText(typed)),
    toCell: countText,
    toWords: String,
  },
  status: {
    label: 'Status',
    initial: 'ACTIVE',
    toForm: (status) => status,
    toInput: (status) => status,
    toCell: lowerCase,
    toWords: lowerCase,
  },
  categories: list('Categories', (typed, { categories }) => listOf(typed, categories)),
  photos: list('Photos', (typed, { photos }) => listOf(typed, photos).map(normalizePhotoAddress)),
};

export const productFieldNames = Object.keys(productFields) as readonly ProductField[];

export const isProductField = (name: string | undefined): name is ProductField =>
  name !== undefined && Object.hasOwn(productFields, name);

/** Maps every field by `valueOf`. */
function mapFields<T>(valueOf: <F extends ProductField>(field: F) => unknown): T {
  return Object.fromEntries(productFieldNames.map((field) => [field, valueOf(field)])) as T;
}

export const initialValues: ProductValues = mapFields((field) => productFields[field].initial);

export const valuesOf = (product: ProductFieldsFragment): ProductValues =>
  mapFields((field) => productFields[field].toForm(product[field]));

export const inputsOf = (values: ProductValues, separators: Separators): Omit<UpdateProductInput, 'id' | 'version'> =>
  mapFields((field) => productFields[field].toInput(values[field], separators));

export const cellsOf = (product: ProductFieldsFragment): Record<ProductField, string> =>
  mapFields((field) => productFields[field].toCell(product[field]));
