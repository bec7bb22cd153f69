import type { TaxClass as ApiTaxClass } from '../__generated__/resolvers';
import type { TaxClass } from './priceCheckout';

/** In the schema's spelling. */
export const apiTaxClasses = {
  standard: 'STANDARD',
  reduced: 'REDUCED',
  zero: 'ZERO',
} as const satisfies Record<TaxClass, ApiTaxClass>;

export const storedTaxClasses = {
  STANDARD: 'standard',
  REDUCED: 'reduced',
  ZERO: 'zero',
} as const satisfies Record<ApiTaxClass, TaxClass>;

/** Products of older versions or other programs have none, and are taxed at the standard rate. */
export const taxClassOf = (stored: unknown): TaxClass =>
  stored === 'reduced' || stored === 'zero' ? stored : 'standard';
