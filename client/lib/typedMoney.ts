/** In whole cents, of '4.99', '$4.99' or '5'; undefined for anything else. */
export function centsOf(text: string): number | undefined {
  const plain = text.trim().replace(/^\$/, '').replaceAll(',', '');
  return /^\d{1,6}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : undefined;
}

export const dollarsText = (cents: number): string => (cents / 100).toFixed(2);
