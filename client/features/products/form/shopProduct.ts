import type { ProductCardFragment } from '../../../__generated__/operations';
import { cleanName } from '../../../lib/cleanName';
import { toCents } from '../../../lib/money';
import { isPhotoAddress } from './isPhotoAddress';
import { normalizePhotoAddress } from './normalizePhotoAddress';
import { decimalOf } from './typedTexts';

interface Typed {
  name: string;
  slug: string;
  price: string;
  discount: string;
  photo: string;
  categories: readonly string[];
  inStock: boolean;
}

/** The price before the discount, as the server stores it (decision 15). */
export const originalPriceOf = (price: number, discount: number): number | null =>
  discount > 0 && discount < 100 ? Math.round(toCents(price) / (1 - discount / 100)) / 100 : null;

/** The product as shoppers would see it after saving. */
export function shopProduct({ photo: typed, ...product }: Typed): ProductCardFragment {
  const { name, slug, price, discount, categories, inStock } = product;
  const photo = normalizePhotoAddress(typed);
  const dollars = Math.min(1_000_000, Math.max(0, decimalOf(price) ?? 0));
  const percent = decimalOf(discount) ?? 0;
  return {
    id: 'preview',
    name: cleanName(name) || 'Product name',
    slug: slug.trim() || 'preview',
    photos: isPhotoAddress(photo) ? [photo] : [],
    price: dollars,
    originalPrice: originalPriceOf(dollars, percent),
    discount: percent > 0 && percent < 100 ? percent : 0,
    inStock,
    status: 'ACTIVE',
    categories: [...categories],
    rating: null,
    reviewCount: 0,
  };
}
