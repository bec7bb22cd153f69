/** Of a line or a 'Buy now', as the server has it. */
export const maxQuantity = 99;

/** How many pieces of a line 'Keep' keeps. */
export const keptQuantity = (available: number): number => Math.min(available, maxQuantity);
