import { cancellationSteps } from './cancellationSteps';
import type { OrderDocument } from './orderDocument';
import { issueNumber } from './issueNumber';
import type { OrderDeps } from './orderDeps';
import type { OrderChange } from './orders.repository';
import { lacksCreditNote, lacksInvoice } from './documentNumbers';
import type { NumberHolder, Series } from './paperNumbers.repository';
import { refundSteps, notifyRefundFailure } from './refundSteps';
import { shipmentSteps } from './shipmentSteps';
import { notifyCaptureFailure } from './notifyCaptureFailure';

/** How long the sweeper leaves a changed order to the process that has changed it. */
const takeoverAfterMs = 10_000;
const maxTries = 20;

export const nextDueAt = ({ now }: Pick<OrderDeps, 'now'>): Date => new Date(now().getTime() + takeoverAfterMs);

interface Work {
  readonly name: string;
  /** null: it was changed concurrently. */
  readonly run: (deps: OrderDeps) => Promise<OrderChange | null>;
}

/**
 * Runs the pending steps of an order, for the request that has queued them and for the sweeper. Every step is
 * idempotent and ends in a compare-and-set. Rejects if the provider does not answer; the sweeper then retries.
 */
export async function driveOrder(deps: OrderDeps, first: OrderDocument): Promise<OrderDocument> {
  const { orders } = deps.repositories;
  let order = first;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const work = nextWork(order);
    // Another process may have written its number: no step is pending, but it is still due.
    if (!work && (order.dueAt ?? null) === null) return order;
    if (work) await deps.beforeStep?.(work.name);
    const change = work ? await work.run(deps) : {};
    const dueAt = nextWork({ ...order, ...change }) ? nextDueAt(deps) : null;
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
    return { name: 'failed capture', run: (deps) => notifyCaptureFailure(deps, order) };
  const refund = order.refunds?.find(({ isFailureTold }) => isFailureTold === false);
  return refund ? { name: 'failed refund', run: (deps) => notifyRefundFailure(deps, order, refund) } : null;
}

/** Comes first: an invoice's number must precede those of its credit notes. */
function paperWork(order: OrderDocument): Work | null {
  const issue = (series: Series, refund: NumberHolder['refund']) => (deps: OrderDeps) =>
    issueNumber(deps, series, { order: order._id, refund });
  if (lacksInvoice(order)) return { name: 'invoice', run: issue('invoices', null) };
  const refund = order.refunds?.find(lacksCreditNote);
  return refund ? { name: 'credit note', run: issue('creditNotes', refund.id) } : null;
}

function shipmentWork(order: OrderDocument): Work | null {
  for (const fulfillment of order.fulfillments ?? []) {
    const { step } = fulfillment;
    if (step !== 'done')
      return { name: `shipment ${step}`, run: (deps) => shipmentSteps[step](deps, order, fulfillment) };
  }
  return null;
}

function refundWork(order: OrderDocument): Work | null {
  for (const refund of order.refunds ?? []) {
    const { step } = refund;
    if (step !== 'done' && step !== 'refused')
      return { name: `refund ${step}`, run: (deps) => refundSteps[step](deps, order, refund) };
  }
  return null;
}

function cancellationWork(order: OrderDocument): Work | null {
  const { cancellation } = order;
  if (!cancellation || cancellation.step === 'done') return null;
  const { step } = cancellation;
  return { name: step, run: (deps) => cancellationSteps[step](deps, order, cancellation) };
}

/** On failure the sweeper retries; the order is returned as stored. */
export async function tryDriveOrder(deps: OrderDeps, order: OrderDocument): Promise<OrderDocument> {
  try {
    return await driveOrder(deps, order);
  } catch (error) {
    deps.log.warn({ order: order._id, err: error }, 'an order has to wait');
    return (await deps.repositories.orders.find(order._id)) ?? order;
  }
}
