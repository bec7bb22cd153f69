import type { ReorderResult } from '../../__generated__/lazyOperations';
import { formatCents } from '../../lib/money';
import { pluralize } from '../../lib/pluralize';

type Line = ReorderResult['reorder']['lines'][number];

const problemWords: Readonly<Record<NonNullable<Line['problem']>, (line: Line) => string>> = {
  UNAVAILABLE: () => 'not for sale any more',
  OUT_OF_STOCK: () => 'sold out',
  NOT_ENOUGH_STOCK: ({ added, quantity }) => `${added} of ${quantity} added, no more are left`,
  CART_FULL: ({ added, quantity }) => `your cart is full: ${added} of ${quantity} added`,
};

/** How a line differs from the earlier purchase; empty for an unchanged line. */
export function describeReorderedLine(line: Line): string[] {
  const { problem, boughtFor, price, added } = line;
  const hasOtherPrice = added > 0 && price !== null && price.amount !== boughtFor.amount;
  return [
    ...(problem === null ? [] : [problemWords[problem](line)]),
    ...(hasOtherPrice ? [`${formatCents(price.amount)} now, it was ${formatCents(boughtFor.amount)}`] : []),
  ];
}

export function describeAdded(lines: readonly Pick<Line, 'added' | 'problem'>[]): string {
  const added = lines.reduce((sum, line) => sum + line.added, 0);
  if (added === 0)
    return lines.some(({ problem }) => problem === 'NOT_ENOUGH_STOCK')
      ? 'Your cart has all that can be bought of it now.'
      : 'Nothing of it can be bought now.';
  return `${pluralize(added, 'item')} ${added === 1 ? 'is' : 'are'} in your cart.`;
}
