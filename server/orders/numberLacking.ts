import { issueNumber, type NumberDeps } from './issueNumber';
import type { OrderDocument } from './orderDocument';
import { lacksCreditNote, lacksInvoice } from './documentNumbers';
import type { NumberHolder, Series } from './paperNumbers.repository';

/** The fields that show which numbers an order lacks, and since when. */
export type NumberedOrder = Pick<OrderDocument, '_id' | 'payment' | 'invoice' | 'refunds' | 'createdAt'>;

interface Lacking {
  readonly holder: NumberHolder;
  readonly since: Date;
}

type LackingOf = Readonly<Record<Series, Lacking[]>>;

/**
 * Migration: numbers captures and refunds that have no number yet, in the order in which the money moved. Safe to run
 * in several processes. `dateOf` gives the date of issue.
 */
export async function numberLacking(
  deps: Pick<NumberDeps, 'repositories'>,
  orders: AsyncIterable<NumberedOrder> | Iterable<NumberedOrder>,
  dateOf: (since: Date) => Date,
): Promise<void> {
  const lacking: LackingOf = { invoices: [], creditNotes: [] };
  for await (const order of orders) addLacking(lacking, order);
  for (const series of ['invoices', 'creditNotes'] as const)
    for (const { holder, since } of lacking[series].sort((one, other) => one.since.getTime() - other.since.getTime()))
      await number({ ...deps, now: () => dateOf(since) }, series, holder);
}

function addLacking(lacking: LackingOf, order: NumberedOrder): void {
  const { _id, payment, createdAt, refunds = [] } = order;
  if (lacksInvoice(order))
    lacking.invoices.push({ holder: { order: _id, refund: null }, since: payment.capturedAt ?? createdAt });
  for (const refund of refunds.filter(lacksCreditNote))
    lacking.creditNotes.push({ holder: { order: _id, refund: refund.id }, since: refund.doneAt ?? createdAt });
}

async function number(deps: NumberDeps, series: Series, holder: NumberHolder): Promise<void> {
  const { orders } = deps.repositories;
  for (;;) {
    const order = await orders.find(holder.order);
    const change = order && (await issueNumber(deps, series, holder));
    if (!change || (await orders.change(order, change))) return;
  }
}
