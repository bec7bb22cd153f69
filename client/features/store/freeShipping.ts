/** 'Orders over $50' excludes exactly $50: what is missing reaches the first cent above. All in cents. */
export const amountToFreeShipping = (subtotal: number, above: number): number => Math.max(0, above + 1 - subtotal);

/** 100 only when nothing is missing. */
export const percentToFreeShipping = (subtotal: number, missing: number): number =>
  missing === 0 ? 100 : Math.floor((subtotal * 100) / (subtotal + missing));
