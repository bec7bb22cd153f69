import { formatCents } from './money';

/** '$5.00', '−$5.00'. */
export const signedCents = (cents: number): string => `${cents < 0 ? '−' : ''}${formatCents(Math.abs(cents))}`;
