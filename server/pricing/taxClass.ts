import type { TaxClass as ShownClass } from '../__generated__/resolvers';
import type { TaxClass } from './priceCheckout';

/** As the schema has them. */
export const shownTaxClasses = {
  standard: 'STANDARD',
  reduced: 'REDUCED',
  zero: 'ZERO',
} as const satisfies Record<TaxClass, ShownClass>;

export const storedTaxClasses = {
  STANDARD: 'standard',
  REDUCED: 'reduced',
  ZERO: 'zero',
} as const satisfies Record<ShownClass, TaxClass>;

/** Products from before there were classes, and records of other programs, are taxed by the standard rate. */
export const taxClassOf = (stored: unknown): TaxClass =>
  stored === 'reduced' || stored === 'zero' ? stored : 'standard';
