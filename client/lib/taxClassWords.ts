/** What products are taxed as. */
export const taxClassWords = { STANDARD: 'Standard', REDUCED: 'Reduced', ZERO: 'Zero' } as const;
