import { centsOf } from '../../lib/typedMoney';
import type { ShopOrder, ShopOrderLine } from './shopOrder';

export const refundReasons = [
  ['', 'No reason'],
  ['Damaged on the way', 'Damaged on the way'],
  ['Wrong item', 'Wrong item'],
  ['Not as described', 'Not as described'],
  ['Changed their mind', 'Changed their mind'],
  ['Arrived late', 'Arrived late'],
  ['Goodwill', 'Goodwill'],
  ['OTHER', 'Another one'],
] as const;

export interface RefundValues {
  /** By the row's key. */
  readonly pieces: Readonly<Record<string, number>>;
  readonly shipping: boolean;
  readonly amount: string;
  readonly reason: (typeof refundReasons)[number][0];
  /** Free text for OTHER. */
  readonly reasonText: string;
  readonly restock: boolean;
}

export const noRefund: RefundValues = {
  ...{ pieces: {}, shipping: false, amount: '', reason: '', reasonText: '', restock: false },
};

export const isRefundTyped = ({ pieces, shipping, amount, reasonText }: RefundValues): boolean =>
  shipping || amount !== '' || reasonText !== '' || Object.values(pieces).some((quantity) => quantity > 0);

const piecesLeft = ({ quantity, refundedQuantity }: ShopOrderLine): number => quantity - refundedQuantity;

/** A row of selectable pieces: a partly shipped line has one for the shipped and one for the unshipped pieces. */
export interface RefundRow {
  readonly key: string;
  readonly line: ShopOrderLine;
  readonly kind?: 'sent' | 'not sent yet';
  readonly most: number;
}

export const refundRows = ({ lines }: Pick<ShopOrder, 'lines'>): RefundRow[] =>
  lines.flatMap((line): RefundRow[] => {
    const { id: key, openQuantity: open } = line;
    const sent = piecesLeft(line) - open;
    if (sent + open === 0) return [];
    if (sent === 0 || open === 0) return [{ key, line, most: sent + open }];
    return [
      { key, line, kind: 'sent', most: sent },
      { key: `${key}/unsent`, line, kind: 'not sent yet', most: open },
    ];
  });

/** Clamped, because another admin may have refunded some of them meanwhile. */
export const quantityToRefund = ({ key, most }: RefundRow, { pieces }: Pick<RefundValues, 'pieces'>): number =>
  Math.min(pieces[key] ?? 0, most);

/** In cents, 0 without input; undefined for an unreadable text. */
export const extraOf = ({ amount }: RefundValues): number | undefined => (amount.trim() === '' ? 0 : centsOf(amount));

/** The preview's input; undefined: nothing is selected, or the amount is unreadable. */
export function toPreviewInput(order: ShopOrder, values: RefundValues) {
  const amount = extraOf(values);
  const chosen = refundRows(order)
    .map((row) => ({ id: row.line.id, isUnsent: row.kind === 'not sent yet', quantity: quantityToRefund(row, values) }))
    .filter(({ quantity }) => quantity > 0);
  const quantityOf = (line: string) =>
    chosen.reduce((sum, { id, quantity }) => (id === line ? sum + quantity : sum), 0);
  const lines = [...new Set(chosen.map(({ id }) => id))].map((id) => ({ id, quantity: quantityOf(id) }));
  const unsentLines = chosen.filter(({ isUnsent }) => isUnsent).map(({ id, quantity }) => ({ id, quantity }));
  const { shipping } = values;
  if (amount === undefined || (lines.length === 0 && !shipping && amount === 0)) return undefined;
  return { number: order.number, lines, ...(unsentLines.length > 0 && { unsentLines }), shipping, amount };
}

/** With the order's version, for the server's conflict check. */
export function toRefundInput(order: ShopOrder, values: RefundValues) {
  const { reason, reasonText, restock } = values;
  const said = reason === 'OTHER' ? reasonText.trim() : reason;
  return { ...toPreviewInput(order, values), number: order.number, reason: said, restock, version: order.version };
}

/** Whether shipping was paid and not refunded. */
export const isShippingLeft = ({ shippingTotal, refunds }: ShopOrder): boolean =>
  shippingTotal.amount > 0 && !refunds.some(({ status, shipping }) => status !== 'FAILED' && shipping.amount > 0);
