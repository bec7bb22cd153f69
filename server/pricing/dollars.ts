const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats cents as `$1,234.50`. */
export const dollars = (cents: number): string => format.format(cents / 100);
