import type {
  CreateProductInput,
  ProductFieldsFragment,
  UpdateProductInput,
} from '../../../__generated__/lazyOperations';
import { inputsOf, type ProductValues, type Separators, valuesOf } from '../productFields';
import { separatorOf } from './typedTexts';

export const commas: Separators = { photos: ',', categories: ',' };

export const separatorsOf = ({ photos, categories }: Pick<ProductFieldsFragment, 'photos' | 'categories'>) => ({
  photos: separatorOf(photos),
  categories: separatorOf(categories),
});

export const toInput = (values: ProductValues, separators: Separators) =>
  creationOf(inputsOf(values, separators), values.price.trim() === '');

/** The client rejects nothing: a blank price is omitted and the server reports it as required (decision 25). */
function creationOf({ status: _status, price, stock, ...input }: Partial<UpdateProductInput>, isBlank: boolean) {
  return { ...input, ...(!isBlank && { price }), ...(stock !== null && { stock }) } as CreateProductInput;
}

/** A copy without the slug and the stock, which are the product's own. */
export const copyOf = (product: ProductFieldsFragment): ProductValues => ({
  ...valuesOf(product),
  slug: '',
  stock: '',
  status: 'ACTIVE',
});
