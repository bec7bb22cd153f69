/** '57 products', or '1,000+ products' for an inexact count (decision 20). */
export function formatResultCount(total: number, exact: boolean): string {
  const figures = total.toLocaleString('en-US');
  if (!exact) return `${figures}+ products`;
  return total === 1 ? '1 product' : `${figures} products`;
}
