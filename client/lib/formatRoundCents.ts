import { formatCents } from './money';

/** '$50', '$49.90'. */
export const formatRoundCents = (cents: number): string => formatCents(cents).replace(/\.00$/, '');
