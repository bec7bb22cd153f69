/** Texts of the products' tax classes. */
export const taxClassWords = { STANDARD: 'Standard', REDUCED: 'Reduced', ZERO: 'Zero' } as const;
