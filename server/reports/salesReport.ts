import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { parseInput } from '../graphql/input';
import type { Span } from '../orders/findMoney';
import { addSold, bestOf, type SoldProduct } from './bestSellers';
import { dayOf, reportInput } from './reports.input';
import { createSalesSums } from './salesFigures';

const dayMs = 24 * 60 * 60_000;
/** Days read by one query. */
const daysAtOnce = 31;
const bestSellers = 10;

/** Sales in a range of days, cross-checked with the orders' ledgers. */
export async function salesReport(context: Context, input: unknown) {
  await authorize(context, 'salesReport');
  const { by, ...span } = parseInput(reportInput, input);
  const { orders } = context.repositories;
  const sums = createSalesSums((at) => dayOf(at).slice(0, by === 'DAY' ? 10 : 7));
  const sold = new Map<string, SoldProduct>();
  for (const part of partsOf(span)) {
    await orders.visitTaken(part, (order) => {
      sums.addTaken(order);
      addSold(sold, order);
    });
    await orders.visitRefunded(part, (order) => sums.addRefunded(order, part));
    await orders.visitDisputed(part, (order) => sums.addDisputed(order, part));
  }
  const [total, ledgerTotal] = [sums.total(), sums.ledgerTotal()];
  return {
    ...{ from: dayOf(span.from), to: dayOf(new Date(span.to.getTime() - dayMs)), by },
    ...{ rows: sums.rows(), total, ledgerTotal, agrees: total.net === ledgerTotal },
    taxZones: sums.taxZones(),
    bestSellers: bestOf(sold, bestSellers),
  };
}

/** Splits into whole days, in order. */
function partsOf({ from, to }: Span): Span[] {
  const parts: Span[] = [];
  for (let start = from; start < to;) {
    const end = new Date(Math.min(to.getTime(), start.getTime() + daysAtOnce * dayMs));
    parts.push({ from: start, to: end });
    start = end;
  }
  return parts;
}
