const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$1,234.50`, as people read it. */
export const dollars = (cents: number): string => format.format(cents / 100);
