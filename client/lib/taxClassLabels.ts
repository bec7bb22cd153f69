/** Texts of the products' tax classes. */
export const taxClassLabels = { STANDARD: 'Standard', REDUCED: 'Reduced', ZERO: 'Zero' } as const;
