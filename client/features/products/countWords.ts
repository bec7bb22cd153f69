/** '57 products', '1,000+ products' where the server has stopped counting (decision 20). */
export function countWords(total: number, exact: boolean): string {
  const figures = total.toLocaleString('en-US');
  if (!exact) return `${figures}+ products`;
  return total === 1 ? '1 product' : `${figures} products`;
}
