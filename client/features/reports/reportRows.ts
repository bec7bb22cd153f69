import type { SalesReportQuery } from '../../__generated__/lazyOperations';
import { formatCents } from '../../lib/money';
import { signedCents } from '../../lib/signedCents';
import { formatPeriod, periodsOf } from './reportParams';

export type SalesReport = SalesReportQuery['salesReport'];
export type Figures = SalesReport['total'];

export interface FigureColumn {
  readonly key: keyof Figures;
  readonly header: string;
  /** On phones shown in the expanded row. */
  readonly isDetail?: true;
  readonly text: (figures: Figures) => string;
}

/** '−$5.00'; '+$5.00' if more was returned than deducted. */
export const formatDeduction = (cents: number): string =>
  cents === 0 ? '–' : `${cents < 0 ? '+' : '−'}${formatCents(Math.abs(cents))}`;

const columns: readonly FigureColumn[] = [
  { key: 'orders', header: 'Orders', text: ({ orders }) => orders.toLocaleString('en-US') },
  { key: 'goods', header: 'Goods', text: ({ goods }) => formatCents(goods.amount) },
  { key: 'discounts', header: 'Discounts', isDetail: true, text: ({ discounts }) => formatDeduction(discounts.amount) },
  { key: 'shipping', header: 'Shipping', isDetail: true, text: ({ shipping }) => formatCents(shipping.amount) },
  { key: 'tax', header: 'Tax', isDetail: true, text: ({ tax }) => formatCents(tax.amount) },
  { key: 'refunds', header: 'Refunds', isDetail: true, text: ({ refunds }) => formatDeduction(refunds.amount) },
  { key: 'disputes', header: 'Disputes', isDetail: true, text: ({ disputes }) => formatDeduction(disputes.amount) },
  { key: 'net', header: 'Net', text: ({ net }) => signedCents(net.amount) },
];

/** The column is omitted without disputes, which is the usual case. */
export function columnsOf({ rows, total }: SalesReport): readonly FigureColumn[] {
  const isDisputed = [total, ...rows.map(({ figures }) => figures)].some(({ disputes }) => disputes.amount !== 0);
  return columns.filter(({ key }) => key !== 'disputes' || isDisputed);
}

export const periodHeader = ({ by }: SalesReport): string => (by === 'DAY' ? 'Day' : 'Month');

export interface NetBar {
  readonly period: string;
  readonly label: string;
  readonly net: number;
}

/** A bar for every day or month, including those without payments. */
export function netBars(report: SalesReport): NetBar[] {
  const nets = new Map(report.rows.map(({ period, figures }) => [period, figures.net.amount]));
  return periodsOf(report).map((period) => ({
    ...{ period, label: formatPeriod(period, report) },
    net: (nets.get(period) ?? 0) / 100,
  }));
}

const inDollars = ({ amount }: { amount: number }): string => (amount / 100).toFixed(2);

const cellsOf = (figures: Figures): string[] => [
  ...[String(figures.orders), inDollars(figures.goods), inDollars(figures.discounts), inDollars(figures.shipping)],
  ...[inDollars(figures.tax), inDollars(figures.includedTax), inDollars(figures.refunds)],
  ...[inDollars(figures.disputes), inDollars(figures.net)],
];

export const csvHeader = (report: SalesReport): string[] => [
  ...[periodHeader(report), 'Orders', 'Goods', 'Discounts', 'Shipping', 'Tax', 'Tax in prices', 'Refunds'],
  ...['Disputes', 'Net'],
];

/** In the table's order, the sum last. */
export const csvRows = ({ rows, total }: SalesReport): string[][] => [
  ...rows.map(({ period, figures }) => [period, ...cellsOf(figures)]),
  ['Total', ...cellsOf(total)],
];
