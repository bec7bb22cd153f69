import { constants } from '../../lib/constants';
import { toCents } from '../../lib/money';

interface Stored {
  price: number;
  originalPrice?: number | null;
  discount: number;
  categories: readonly string[];
  rating?: number | null;
  reviewCount?: number | null;
}

export interface Displayed {
  originalPrice: number;
  rating: number;
  reviewCount: number;
  mainCategory: string;
  subcategory: string | undefined;
}

/** The display defaults of missing fields (section 3, 'Display defaults'); a stored 0 is not missing. */
export function displayDefaults(product: Stored, place: keyof typeof constants.defaultReviewCount): Displayed {
  return {
    originalPrice: product.originalPrice ?? (toCents(product.price) + toCents(product.discount)) / 100,
    rating: product.rating ?? constants.defaultRating,
    reviewCount: product.reviewCount ?? constants.defaultReviewCount[place],
    mainCategory: product.categories[0] ?? constants.defaultMainCategory,
    subcategory: product.categories[1],
  };
}
