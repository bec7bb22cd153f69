/** The literal cells of both product tables (M37). */
export const formatDiscount = (percent: number): string => (percent > 0 ? `${percent}%` : '-');

export const formatCategories = (categories: readonly string[]): string =>
  categories.filter((category) => category.trim() !== '').join(', ') || '-';

export const formatStock = (inStock: boolean): string => (inStock ? 'In Stock' : 'Out of Stock');

/** The uid names whoever has no e-mail. */
export const formatOwner = ({ email, ownerId }: { email: string | null; ownerId: string | null }): string =>
  email?.trim() || ownerId || '-';

/** In the browser's locale and time zone (decision 32). */
export function formatDate(createdAt: string | null): string {
  const date = new Date(createdAt ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? 'N/A' : date.toLocaleDateString();
}
