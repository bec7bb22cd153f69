import type { Document } from 'mongodb';
import { constants } from '../constants';
import { numbersBetween } from '../lists/ranges';
import { foldText } from '../text/foldText';
import { centsFrom, centsUpTo, toDollars } from './money';
import type { ProductFilter } from './products.input';
import type { AskedFields, ProductDocument } from './products.repository';
import { storedItemFields } from './storedItem';

type Filtered = Pick<ProductDocument, 'name' | 'categories' | 'inStock' | 'priceCents'>;

/** Section 5 of the specification, 'Client-side catalogue filtering', with texts compared as `foldText` leaves them; all conditions must hold. */
export function matchesFilter(product: Filtered, filter: ProductFilter): boolean {
  return foldText(product.name).includes(foldText(filter.search)) && meetsConditions(product, filter);
}

/** The filter without its text. */
export function meetsConditions(
  product: Omit<Filtered, 'name'>,
  { category, inStockOnly, minPrice, maxPrice }: ProductFilter,
): boolean {
  const price = toDollars(product.priceCents);
  return (
    (isAnyCategory(category) || storedItemFields.categories(product).includes(category)) &&
    (!inStockOnly || product.inStock) &&
    (minPrice === null || price >= minPrice) &&
    (maxPrice === null || price <= maxPrice)
  );
}

/** The filter for the database; the search text has indexes of its own. */
export const conditionsOf = ({ category, inStockOnly, minPrice, maxPrice }: ProductFilter): Document => ({
  ...(inStockOnly && { inStock: true }),
  ...(!isAnyCategory(category) && { categories: category }),
  ...numbersBetween(
    'priceCents',
    minPrice === null ? null : centsFrom(minPrice),
    maxPrice === null ? null : centsUpTo(maxPrice),
  ),
});

/** Fields that the filter needs besides name and price, which every list reads. */
export function testedFields({ category, inStockOnly }: ProductFilter): AskedFields {
  return [
    ...(isAnyCategory(category) ? [] : (['categories'] as const)),
    ...(inStockOnly ? (['inStock'] as const) : []),
  ];
}

export function isAnyCategory(category: string): boolean {
  return category === '' || category === constants.allCategories;
}
