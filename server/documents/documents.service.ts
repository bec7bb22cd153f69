import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { NotFoundError } from '../errors';
import type { IssuedInvoice, OrderDocument } from '../orders/orderDocument';
import { findOrder } from '../orders/orders.service';
import { formatCreditNoteNumber } from '../orders/documentNumbers';
import { creditNotesOf } from '../orders/orderView';
import { requireShopOrder } from '../shopOrders/requireShopOrder';
import { listPackingSlips } from '../shopOrders/listPackingSlips';
import { composeCreditNote, composeInvoice, composePackingSlip } from './composePapers';
import type { Paper } from './paper';

/** On whose behalf an order is read: its buyer or a holder of its link, or the shop. */
export type Reader = 'buyer' | 'shop';

async function readOrder(context: Context, reader: Reader, number: string): Promise<OrderDocument> {
  if (reader === 'buyer') return findOrder(context, number, null);
  await authorize(context, 'shopOrder');
  return requireShopOrder(context, number);
}

export async function readInvoice(context: Context, reader: Reader, number: string): Promise<Paper> {
  const order = await readOrder(context, reader, number);
  return composeInvoice(order, requireInvoice(order));
}

export async function readCreditNote(
  context: Context,
  reader: Reader,
  { number, creditNumber }: { readonly number: string; readonly creditNumber: string },
): Promise<Paper> {
  const order = await readOrder(context, reader, number);
  const wanted = creditNumber.toUpperCase();
  const note = creditNotesOf(order).find(({ refund }) => formatCreditNoteNumber(refund.creditNote) === wanted);
  if (!note) throw new NotFoundError('There is no such credit note.');
  return composeCreditNote(note);
}

export async function readPackingSlips(context: Context, numbers: readonly string[]): Promise<Paper[]> {
  const orders = await listPackingSlips(context, { numbers });
  const { seller } = await context.shopSettings();
  return orders.map((order) => composePackingSlip(order, seller));
}

function requireInvoice({ invoice }: OrderDocument): IssuedInvoice {
  if (!invoice) throw new NotFoundError('There is no invoice of this order yet.');
  return invoice;
}
