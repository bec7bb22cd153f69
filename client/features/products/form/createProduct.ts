import type { CreateProductInput, EditableProductFragment } from '../../../__generated__/lazyOperations';
import { cleanName } from '../../../lib/cleanName';
import { photoAsTyped } from './photoAsTyped';
import { listOf, numberAsTyped, type Separator, separatorOf, textOf } from './typedTexts';

/** What stands in the fields of Create Product; photos and categories are comma text (section 2). */
export interface ProductValues {
  name: string;
  slug: string;
  description: string;
  price: string;
  discount: string;
  photos: string;
  categories: string;
  inStock: boolean;
}

export const emptyProduct: ProductValues = {
  name: '',
  slug: '',
  description: '',
  price: '',
  discount: '0',
  photos: '',
  categories: '',
  inStock: true,
};

export interface Separators {
  photos: Separator;
  categories: Separator;
}

export const commas: Separators = { photos: ',', categories: ',' };

export const separatorsOf = ({ photos, categories }: Pick<EditableProductFragment, 'photos' | 'categories'>) => ({
  photos: separatorOf(photos),
  categories: separatorOf(categories),
});

/** Nothing is refused here: a blank price is left out and the server says that it is required (decision 25). */
export function toInput(values: ProductValues, separators: Separators): CreateProductInput {
  const { name, slug, description, price, discount, photos, categories, inStock } = values;
  return {
    name: cleanName(name),
    slug: slug.trim(),
    description,
    ...(price.trim() !== '' && { price: numberAsTyped(price) }),
    discount: numberAsTyped(discount),
    photos: listOf(photos, separators.photos).map(photoAsTyped),
    categories: listOf(categories, separators.categories),
    inStock,
  } as CreateProductInput;
}

/** Another like it: everything but the slug, which is one product's own. */
export function copyOf(product: EditableProductFragment): ProductValues {
  const { name, description, price, discount, photos, categories, inStock } = product;
  return {
    name,
    slug: '',
    description,
    price: String(price),
    discount: String(discount),
    photos: textOf(photos),
    categories: textOf(categories),
    inStock,
  };
}

export const isProductField = (field: string | undefined): field is keyof ProductValues =>
  field !== undefined && field in emptyProduct;
