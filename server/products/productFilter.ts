import { constants } from '../constants';
import { centsFrom, centsUpTo, toDollars } from './money';
import type { IndexedConditions } from './catalogueQueries';
import type { AskedFields, ProductDocument } from './products.repository';
import { storedItemFields } from './storedItem';
import { foldText } from '../text/foldText';

export interface ProductFilter {
  readonly search: string;
  /** Empty or 'All Categories' for every one. */
  readonly category: string;
  readonly inStockOnly: boolean;
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
}

/** Section 5 of the specification, 'Client-side catalogue filtering', with texts compared as `foldText` leaves them; all conditions must hold. */
export function matchesFilter(
  product: Pick<ProductDocument, 'name' | 'categories' | 'inStock' | 'priceCents'>,
  filter: ProductFilter,
): boolean {
  const price = toDollars(product.priceCents);
  return (
    foldText(product.name).includes(searchText(filter)) &&
    (isAnyCategory(filter.category) || storedItemFields.categories(product).includes(filter.category)) &&
    (!filter.inStockOnly || product.inStock) &&
    (filter.minPrice === null || price >= filter.minPrice) &&
    (filter.maxPrice === null || price <= filter.maxPrice)
  );
}

/** What the filter looks at beside name and price, which every list reads. */
export function testedFields({ category, inStockOnly }: ProductFilter): AskedFields {
  return [
    ...(isAnyCategory(category) ? [] : (['categories'] as const)),
    ...(inStockOnly ? (['inStock'] as const) : []),
  ];
}

/** What is looked for in folded names. */
export const searchText = ({ search }: Pick<ProductFilter, 'search'>) => foldText(search);

function isAnyCategory(category: string): boolean {
  return category === '' || category === constants.allCategories;
}

/** The part of a filter that an index answers exactly; the search text has indexes of its own. */
export function indexedConditions({ category, inStockOnly, minPrice, maxPrice }: ProductFilter): IndexedConditions {
  return {
    category: isAnyCategory(category) ? null : category,
    inStockOnly,
    minCents: minPrice === null ? null : centsFrom(minPrice),
    maxCents: maxPrice === null ? null : centsUpTo(maxPrice),
  };
}

export function hasConditions({ category, inStockOnly, minCents, maxCents }: IndexedConditions): boolean {
  return category !== null || inStockOnly || minCents !== null || maxCents !== null;
}
