import fc from 'fast-check';
import { ObjectId } from 'mongodb';
import { createLoaders } from '../collections/repositories';
import type { Context } from '../context';
import { KioskError } from '../errors';
import { ledgerOf, type LedgerKind } from '../orders/ledger';
import type { OrderDocument, OrderPayment, StoredDispute, StoredRefund } from '../orders/orderDocument';
import { openLines } from '../orders/orderPieces';
import { withListFields } from '../orders/orderListFields';
import { hasArrived } from '../orders/refundedPayment';
import { planRefund, planRest, planWhole, type RefundPlan } from '../orders/refundRules';
import { addSoldPieces, noneSold } from '../orders/soldPieces';
import { buildOrder } from '../testing/buildOrder';
import { asAdmin } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { salesReport } from './salesReport';

const numRuns = Math.ceil(Number(process.env['KIOSK_PROPERTY_CASES'] ?? 500) / 10);
const database = useTestDatabase();

const dayMs = 24 * 60 * 60_000;
const first = Date.UTC(2026, 8, 20);
/** More than two of the chunks in which days are read. */
const days = 70;
const at = (day: number, ms = 0) => new Date(first + day * dayMs + ms);
const products = Array.from({ length: 3 }, () => new ObjectId());

/** Including the first and the last millisecond of a day. */
const moment = fc
  .tuple(fc.integer({ min: -1, max: days }), fc.constantFrom(0, 1, dayMs / 2, dayMs - 1))
  .map(([day, ms]) => at(day, ms));

const refund = fc.record({
  what: fc.constantFrom('pieces', 'shipping', 'extra', 'rest', 'whole'),
  line: fc.nat(2),
  quantity: fc.integer({ min: 1, max: 3 }),
  extraCents: fc.integer({ min: 1, max: 3_000 }),
  end: fc.constantFrom('done', 'done', 'done', 'under way', 'refused'),
  doneAt: moment,
  failedAt: fc.option(moment),
});
type WantedRefund = typeof refund extends fc.Arbitrary<infer T> ? T : never;

const dispute = fc.record({
  cents: fc.integer({ min: 1, max: 30_000 }),
  status: fc.constantFrom('inquiry', 'open', 'won', 'lost'),
  /** An inquiry that is won has taken no money. */
  hasTaken: fc.boolean(),
  openedAt: moment,
  closedAt: moment,
});
type WantedDispute = typeof dispute extends fc.Arbitrary<infer T> ? T : never;

const history = fc.record({
  lines: fc.array(
    fc.record({
      product: fc.nat(2),
      price: fc.integer({ min: 1, max: 20_000 }),
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  shippingCents: fc.constantFrom(0, 499, 1_990),
  rate: fc.constantFrom(0, 725, 1_900),
  taxIncluded: fc.boolean(),
  taxZone: fc.constantFrom(null, 'California', 'Germany'),
  payment: fc.constantFrom('paid', 'paid', 'paid', 'authorized', 'capturing', 'failed', 'voided'),
  placedAt: moment,
  capturedAt: moment,
  refunds: fc.array(refund, { maxLength: 3 }),
  disputes: fc.array(dispute, { maxLength: 2 }),
  isUnrecorded: fc.boolean(),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

function planOf(order: OrderDocument, { what, line, quantity, extraCents }: WantedRefund): RefundPlan | null {
  const wanted = { lines: [], shipping: what === 'shipping', extraCents: what === 'extra' ? extraCents : 0 };
  if (what === 'whole') return planWhole(order);
  if (what === 'rest') return openLines(order).length > 0 ? planRest(order) : null;
  try {
    return planRefund(order, { ...wanted, lines: what === 'pieces' ? [{ line, quantity }] : [] });
  } catch (error) {
    if (error instanceof KioskError) return null;
    throw error;
  }
}

const kindOf = ({ what }: WantedRefund): StoredRefund['kind'] => {
  if (what === 'whole') return 'cancellation';
  return what === 'rest' ? 'rest' : 'refund';
};

function withRefund(order: OrderDocument, wanted: WantedRefund): OrderDocument {
  const plan = order.status === 'cancelled' ? null : planOf(order, wanted);
  if (!plan) return order;
  const refunds = order.refunds ?? [];
  const isDone = wanted.end === 'done';
  const made: StoredRefund = {
    ...{ id: `${order._id}:${refunds.length}`, kind: kindOf(wanted), ...plan, reason: '', restock: true, byUid: null },
    ...{ begunAt: wanted.doneAt, doneAt: isDone ? wanted.doneAt : null },
    step: isDone ? 'done' : wanted.end === 'refused' ? 'refused' : 'money',
    ...(isDone && wanted.failedAt && { failedAt: wanted.failedAt }),
  };
  const isEnd = wanted.what === 'whole' && isDone;
  const refundedCents = (order.payment.refundedCents ?? 0) + (hasArrived(made) ? plan.amountCents : 0);
  return {
    ...order,
    refunds: [...refunds, made],
    payment: { ...order.payment, refundedCents },
    ...(isEnd && { status: 'cancelled' }),
  };
}

const disputeOf = ({ cents, status, hasTaken, openedAt, closedAt }: WantedDispute, index: number): StoredDispute => ({
  ...{ id: `dp_${index}`, amountCents: cents, reason: 'fraudulent', status, openedAt },
  takenAt: status === 'inquiry' || (status === 'won' && !hasTaken) ? null : openedAt,
  closedAt: status === 'won' || status === 'lost' ? closedAt : null,
});

const withoutCapture = ({ capturedAt: _, ...payment }: OrderPayment) => payment;

function orderOf(given: History, number: number): OrderDocument {
  const { lines, shippingCents, rate, taxIncluded, taxZone, placedAt, capturedAt } = given;
  const isPaid = given.payment === 'paid';
  const built = buildOrder(
    {
      lines: lines.map(({ price, quantity }) => [price, quantity] as const),
      ...{ shippingCents, rate, shippingRate: rate, taxIncluded },
    },
    { _id: `K-${number}`, taxZone, createdAt: placedAt },
  );
  const payment = withoutCapture(built.payment);
  const order: OrderDocument = {
    ...built,
    lines: built.lines.map((line, index) => ({ ...line, productId: products[lines[index]?.product ?? 0] ?? null })),
    payment: { ...payment, status: given.payment, ...(isPaid ? { capturedAt } : { capturedCents: 0 }) },
    status: given.payment === 'voided' ? 'cancelled' : 'placed',
  };
  const refunded = isPaid ? given.refunds.reduce(withRefund, order) : order;
  const after = isPaid ? { ...refunded, disputes: given.disputes.map(disputeOf) } : order;
  if (!isPaid || !given.isUnrecorded) return after;
  // An older order whose refund was not recorded.
  const back = after.payment.capturedCents - (after.payment.refundedCents ?? 0);
  return { ...after, payment: { ...after.payment, refundedCents: (after.payment.refundedCents ?? 0) + back } };
}

const isIn = (moment: Date, [from, to]: readonly [number, number]) => moment >= at(from) && moment < at(to + 1);
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

const movesMoney: ReadonlySet<LedgerKind> = new Set([
  ...(['CAPTURED', 'REFUNDED', 'REFUND_FAILED', 'DISPUTED', 'DISPUTE_WON'] as const),
]);

/** The net amount of each day, from the balances of the ledgers alone. */
function netByDay(orders: readonly OrderDocument[], span: readonly [number, number]): Record<string, number> {
  const net: Record<string, number> = {};
  for (const order of orders) {
    let before = 0;
    for (const { at: moment, what, balanceCents } of ledgerOf(order)) {
      const day = dayOf(moment);
      if (isIn(moment, span) && movesMoney.has(what)) net[day] = (net[day] ?? 0) + balanceCents - before;
      before = balanceCents;
    }
  }
  return net;
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);
const taxBetween = (orders: readonly OrderDocument[], span: readonly [number, number], zone: string | null) =>
  sumOf(
    orders
      .filter(({ taxZone }) => taxZone === zone)
      .flatMap(({ refunds = [] }) => refunds)
      .flatMap(({ doneAt, failedAt, taxCents }) => [
        ...(doneAt && isIn(doneAt, span) ? [taxCents] : []),
        ...(failedAt && isIn(failedAt, span) ? [-taxCents] : []),
      ]),
  );

/** Disputed amounts less those won back, from the records. */
const disputedBetween = (orders: readonly OrderDocument[], span: readonly [number, number]) =>
  sumOf(
    orders
      .flatMap(({ disputes = [] }) => disputes)
      .filter(({ takenAt }) => takenAt !== null)
      .flatMap(({ takenAt, closedAt, status, amountCents }) => [
        ...(takenAt && isIn(takenAt, span) ? [amountCents] : []),
        ...(status === 'won' && closedAt && isIn(closedAt, span) ? [-amountCents] : []),
      ]),
  );

async function rootOf(): Promise<Context> {
  const context = await asAdmin(database.repositories, 'root');
  return { ...context, loaders: createLoaders(database.repositories) };
}

test('C51 the report of any period equals the ledgers to the cent, for any history of orders', async () => {
  const root = await rootOf();
  const orders = database.db.collection<OrderDocument>('orders');
  const span = fc
    .tuple(fc.integer({ min: 0, max: days - 1 }), fc.integer({ min: 0, max: days - 1 }))
    .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);
  await fc.assert(
    fc.asyncProperty(fc.array(history, { maxLength: 12 }), span, async (histories, [from, to]) => {
      const built = histories.map(orderOf);
      await orders.deleteMany({});
      if (built.length > 0) await orders.insertMany(built.map(withListFields));
      const report = await salesReport(root, { from: dayOf(at(from)), to: dayOf(at(to)), by: 'DAY' });

      const net = netByDay(built, [from, to]);
      expect(report.agrees).toBe(true);
      expect(Object.fromEntries(report.rows.map(({ period, figures }) => [period, figures.net]))).toEqual(net);
      expect([report.total.net, report.ledgerTotal]).toEqual([sumOf(Object.values(net)), sumOf(Object.values(net))]);

      const taken = built.filter(({ payment: { capturedAt } }) => capturedAt && isIn(capturedAt, [from, to]));
      expect(report.total).toMatchObject({
        orders: taken.length,
        goods: sumOf(taken.map(({ subtotalCents }) => subtotalCents)),
        discounts: 0,
        shipping: sumOf(taken.map(({ shippingCents }) => shippingCents)),
        tax: sumOf(taken.map(({ taxCents }) => taxCents)),
        disputes: disputedBetween(built, [from, to]),
        includedTax: sumOf(taken.map(({ taxCents, taxIncluded }) => (taxIncluded ? taxCents : 0))),
      });
      for (const { name, tax, refundedTax } of report.taxZones) {
        const ofZone = taken.filter(({ taxZone }) => taxZone === name);
        expect(tax).toBe(sumOf(ofZone.map(({ taxCents }) => taxCents)));
        expect(refundedTax).toBe(taxBetween(built, [from, to], name));
      }
      expect(sumOf(report.taxZones.map(({ tax }) => tax))).toBe(report.total.tax);

      const sold = noneSold(products);
      for (const order of taken) if (order.status !== 'cancelled') addSoldPieces(sold, order);
      expect(Object.fromEntries(report.bestSellers.map((best) => [best.id, best.sold]))).toEqual(
        Object.fromEntries([...sold].filter(([, pieces]) => pieces > 0)),
      );

      const byMonth = await salesReport(root, { from: dayOf(at(from)), to: dayOf(at(to)), by: 'MONTH' });
      expect({ ...byMonth.total, agrees: byMonth.agrees }).toEqual({ ...report.total, agrees: true });
      const months: Record<string, number> = {};
      for (const [day, cents] of Object.entries(net)) months[day.slice(0, 7)] = (months[day.slice(0, 7)] ?? 0) + cents;
      expect(Object.fromEntries(byMonth.rows.map(({ period, figures }) => [period, figures.net]))).toEqual(months);
    }),
    { numRuns },
  );
}, 120_000);
