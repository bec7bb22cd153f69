import type { CreateProductInput } from '../../../__generated__/operations';
import { listOf, numberAsTyped } from './typedTexts';

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

/** Nothing is refused here: a blank price is left out and the server says that it is required (decision 25). */
export function toInput(values: ProductValues): CreateProductInput {
  const { name, slug, description, price, discount, photos, categories, inStock } = values;
  return {
    name: name.trim(),
    slug: slug.trim(),
    description,
    ...(price.trim() !== '' && { price: numberAsTyped(price) }),
    discount: numberAsTyped(discount),
    photos: listOf(photos),
    categories: listOf(categories),
    inStock,
  } as CreateProductInput;
}

export const isProductField = (field: string | undefined): field is keyof ProductValues =>
  field !== undefined && field in emptyProduct;
