import { constants } from './constants';

const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const toCents = (dollars: number): number => Math.round(dollars * 100);

/** '$1,299.00', from whole cents as in the API's Money. */
export const formatCents = (cents: number): string => `${constants.currency}${format.format(cents / 100)}`;

/** '$1,299.00'. */
export const formatMoney = (dollars: number): string => formatCents(toCents(dollars));
