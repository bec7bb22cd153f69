/** From both prices if the original price is known, else the discount itself (section 9). */
export function discountPercent(product: { price: number; originalPrice?: number | null; discount: number }): number {
  const { price, originalPrice, discount } = product;
  if (originalPrice === null || originalPrice === undefined) return discount;
  if (originalPrice <= 0) return 0;
  return Math.round(((originalPrice - price) / originalPrice) * 100);
}
