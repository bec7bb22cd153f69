import type { DisputedOrder, RefundedOrder, Span, TakenOrder } from '../orders/findMoney';
import { disputeMovements } from '../orders/ledger';
import type { StoredRefund } from '../orders/orderDocument';
import { hasArrived } from '../orders/refundedPayment';

/** Per day, month or in total; in cents. */
export interface SalesFigures {
  readonly orders: number;
  readonly goods: number;
  readonly discounts: number;
  readonly shipping: number;
  readonly tax: number;
  readonly includedTax: number;
  readonly refunds: number;
  readonly disputes: number;
  readonly net: number;
}

type Summed = Omit<SalesFigures, 'net'>;

const nothing: Summed = {
  ...{ orders: 0, goods: 0, discounts: 0, shipping: 0, tax: 0, includedTax: 0 },
  ...{ refunds: 0, disputes: 0 },
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const plus = (one: Summed, other: Summed): Summed => ({
  orders: one.orders + other.orders,
  goods: one.goods + other.goods,
  discounts: one.discounts + other.discounts,
  shipping: one.shipping + other.shipping,
  tax: one.tax + other.tax,
  includedTax: one.includedTax + other.includedTax,
  refunds: one.refunds + other.refunds,
  disputes: one.disputes + other.disputes,
});

/** Net sales derive from the other sums; the ledger total is computed independently. */
const withNet = (summed: Summed): SalesFigures => {
  const { goods, discounts, shipping, tax, includedTax, refunds, disputes } = summed;
  return { ...summed, net: goods - discounts + shipping + tax - includedTax - refunds - disputes };
};

export interface TaxOfZone {
  readonly name: string | null;
  readonly tax: number;
  readonly refundedTax: number;
}

export interface ReportRow {
  readonly period: string;
  readonly figures: SalesFigures;
}

const ofTaken = ({ lines, shippingCents, taxCents, taxIncluded }: TakenOrder, refunds: number): Summed => {
  const goods = sum(lines.map(({ unitPriceCents, quantity }) => unitPriceCents * quantity));
  const discounts = goods - sum(lines.map(({ totalCents }) => totalCents));
  const includedTax = taxIncluded ? taxCents : 0;
  return { ...nothing, orders: 1, goods, discounts, shipping: shippingCents, tax: taxCents, includedTax, refunds };
};

/** Refunds without a record, in orders of older versions: the ledger dates them to the capture. */
const unrecordedCents = ({ payment, refunds = [] }: TakenOrder): number =>
  Math.max(0, (payment.refundedCents ?? 0) - sum(refunds.filter(hasArrived).map((each) => each.amountCents)));

/** The parts of a refund. */
const partsOf = ({ lines, shippingCents, extraCents }: StoredRefund): number =>
  sum(lines.map(({ amountCents }) => amountCents)) + shippingCents + extraCents;

/** Sums orders, refunds and disputes per period, named by `periodOf`. */
export function createSalesSums(periodOf: (at: Date) => string) {
  const rows = new Map<string, Summed>();
  const zones = new Map<string | null, TaxOfZone>();
  let ledgerTotal = 0;

  const addRow = (at: Date, figures: Summed) => {
    const period = periodOf(at);
    rows.set(period, plus(rows.get(period) ?? nothing, figures));
  };
  const addTax = (name: string | null, { tax = 0, refundedTax = 0 }: Partial<TaxOfZone>) => {
    const before = zones.get(name) ?? { tax: 0, refundedTax: 0 };
    zones.set(name, { name, tax: before.tax + tax, refundedTax: before.refundedTax + refundedTax });
  };

  return {
    addTaken(order: TakenOrder): void {
      const { payment, taxZone, taxCents } = order;
      if (!payment.capturedAt) return;
      const unrecorded = unrecordedCents(order);
      addRow(payment.capturedAt, ofTaken(order, unrecorded));
      addTax(taxZone, { tax: taxCents });
      ledgerTotal += payment.capturedCents - unrecorded;
    },
    /** Refunds made in the range, minus those that failed in it. */
    addRefunded({ taxZone, refunds = [] }: RefundedOrder, { from, to }: Span): void {
      const add = (refund: StoredRefund, at: Date | null | undefined, sign: 1 | -1) => {
        const parts = partsOf(refund);
        // Also counts refunded pieces whose price was 0.
        const isOfMoney = parts !== 0 || refund.amountCents !== 0;
        if (!at || at < from || at >= to || !isOfMoney) return;
        addRow(at, { ...nothing, refunds: sign * parts });
        addTax(taxZone, { refundedTax: sign * refund.taxCents });
        ledgerTotal -= sign * refund.amountCents;
      };
      for (const refund of refunds) {
        add(refund, refund.doneAt, 1);
        // One that the provider has refused was never made.
        if (refund.doneAt) add(refund, refund.failedAt, -1);
      }
    },
    /** Money withdrawn by disputes in the range, minus what was returned for those won. */
    addDisputed({ disputes = [] }: DisputedOrder, { from, to }: Span): void {
      for (const { at, what, amountCents } of disputeMovements(disputes)) {
        if (at < from || at >= to || amountCents === 0) continue;
        const taken = what === 'DISPUTED' ? amountCents : -amountCents;
        addRow(at, { ...nothing, disputes: taken });
        ledgerTotal -= taken;
      }
    },
    /** Latest first. */
    rows: (): ReportRow[] =>
      [...rows]
        .map(([period, summed]) => ({ period, figures: withNet(summed) }))
        .sort((one, other) => (one.period < other.period ? 1 : -1)),
    total: (): SalesFigures => withNet([...rows.values()].reduce(plus, nothing)),
    /** From payments and refund amounts, independent of lines and taxes. */
    ledgerTotal: (): number => ledgerTotal,
    /** Largest first, without zones that have neither sales nor tax. */
    taxZones: (): TaxOfZone[] =>
      [...zones.values()]
        .filter(({ tax, refundedTax }) => tax !== 0 || refundedTax !== 0)
        .sort((one, other) => other.tax - one.tax || (one.name ?? '').localeCompare(other.name ?? '')),
  };
}
