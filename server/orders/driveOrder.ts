import { cancellationSteps } from './cancellationSteps';
import type { OrderDocument } from './orderDocument';
import { issueNumber } from './issueNumber';
import type { OrderParts } from './orderParts';
import type { OrderChange } from './orders.repository';
import { lacksCreditNote, lacksInvoice } from './papers';
import type { NumberHolder, Series } from './paperNumbers.repository';
import { refundSteps, tellFailure } from './refundSteps';
import { shipmentSteps } from './shipmentSteps';
import { tellCaptureFailure } from './tellCaptureFailure';

/** How long the sweeper leaves a changed order to the process that has changed it. */
const othersAfterMs = 10_000;
const triesAtOnce = 20;

export const dueLater = ({ now }: Pick<OrderParts, 'now'>): Date => new Date(now().getTime() + othersAfterMs);

interface Work {
  readonly name: string;
  /** null: it was changed concurrently. */
  readonly run: (parts: OrderParts) => Promise<OrderChange | null>;
}

/**
 * Runs the pending steps of an order, for the request that has queued them and for the sweeper. Every step is
 * idempotent and ends in a compare-and-set. Rejects if the provider does not answer; the sweeper then retries.
 */
export async function driveOrder(parts: OrderParts, first: OrderDocument): Promise<OrderDocument> {
  const { orders } = parts.repositories;
  let order = first;
  for (let tries = 0; tries < triesAtOnce; tries += 1) {
    const work = nextWork(order);
    // Another process may have written its number: no step is pending, but it is still due.
    if (!work && (order.dueAt ?? null) === null) return order;
    if (work) await parts.beforeStep?.(work.name);
    const change = work ? await work.run(parts) : {};
    const dueAt = nextWork({ ...order, ...change }) ? dueLater(parts) : null;
    const changed = change && (await orders.change(order, { ...change, dueAt }));
    order = changed ?? (await orders.find(order._id)) ?? order;
  }
  return order;
}

/** Refunds precede the cancellation, which refunds the rest; mails about failures follow those about the refunds. */
function nextWork(order: OrderDocument): Work | null {
  return paperWork(order) ?? shipmentWork(order) ?? refundWork(order) ?? cancellationWork(order) ?? failureWork(order);
}

function failureWork(order: OrderDocument): Work | null {
  if (order.payment.isFailureTold === false)
    return { name: 'failed capture', run: (parts) => tellCaptureFailure(parts, order) };
  const refund = order.refunds?.find(({ isFailureTold }) => isFailureTold === false);
  return refund ? { name: 'failed refund', run: (parts) => tellFailure(parts, order, refund) } : null;
}

/** Comes first: an invoice's number must precede those of its credit notes. */
function paperWork(order: OrderDocument): Work | null {
  const issue = (series: Series, refund: NumberHolder['refund']) => (parts: OrderParts) =>
    issueNumber(parts, series, { order: order._id, refund });
  if (lacksInvoice(order)) return { name: 'invoice', run: issue('invoices', null) };
  const refund = order.refunds?.find(lacksCreditNote);
  return refund ? { name: 'credit note', run: issue('creditNotes', refund.id) } : null;
}

function shipmentWork(order: OrderDocument): Work | null {
  for (const fulfillment of order.fulfillments ?? []) {
    const { step } = fulfillment;
    if (step !== 'done')
      return { name: `shipment ${step}`, run: (parts) => shipmentSteps[step](parts, order, fulfillment) };
  }
  return null;
}

function refundWork(order: OrderDocument): Work | null {
  for (const refund of order.refunds ?? []) {
    const { step } = refund;
    if (step !== 'done' && step !== 'refused')
      return { name: `refund ${step}`, run: (parts) => refundSteps[step](parts, order, refund) };
  }
  return null;
}

function cancellationWork(order: OrderDocument): Work | null {
  const { cancellation } = order;
  if (!cancellation || cancellation.step === 'done') return null;
  const { step } = cancellation;
  return { name: step, run: (parts) => cancellationSteps[step](parts, order, cancellation) };
}

/** On failure the sweeper retries; the order is returned as stored. */
export async function driveOrLeave(parts: OrderParts, order: OrderDocument): Promise<OrderDocument> {
  try {
    return await driveOrder(parts, order);
  } catch (error) {
    parts.log.warn({ order: order._id, err: error }, 'an order has to wait');
    return (await parts.repositories.orders.find(order._id)) ?? order;
  }
}
