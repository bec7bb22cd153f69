import type { OrderDocument } from '../orders/orderDocument';
import { placedEvent } from '../orders/orderEvents';
import type { CheckoutDocument } from './checkouts.repository';
import type { SagaDeps } from './sagaDeps';

/** Stores the order of a paid checkout, once; false: its number is taken by another order. */
export async function placeOrder(deps: SagaDeps, checkout: CheckoutDocument): Promise<boolean> {
  const { orders } = deps.repositories;
  if (await orders.insertPlaced(orderOf(deps, checkout))) return true;
  return (await orders.find(checkout.orderNumber))?.checkout === checkout._id;
}

/** An immutable snapshot: lines, names, pictures, prices, taxes, addresses, e-mail. */
function orderOf({ now, captureAfterMinutes, provider }: SagaDeps, checkout: CheckoutDocument): OrderDocument {
  const { _id, orderNumber, buyerUid, tokenHash, email, source, note } = checkout;
  const { shippingAddress, billingAddress, frozen, attempt, declines } = checkout;
  if (!frozen || !attempt || email === null || !shippingAddress) throw new Error('The checkout is not complete.');
  const placedAt = now();
  // Checkouts paid by an older version, which captured immediately, have the whole amount captured.
  const capturedCents = attempt.result === 'SUCCEEDED' ? (attempt.capturedCents ?? frozen.totals.totalCents) : 0;
  const isTaken = capturedCents > 0;
  const { totals, shipping, taxZone } = frozen;
  return {
    _id: orderNumber,
    checkout: _id,
    buyerUid,
    tokenHash,
    email,
    lines: frozen.lines.map((line, index) => {
      const { productId, name, slug, photo, quantity, unitPriceCents } = line;
      const { totalCents = 0, taxRate = 0, taxCents = 0 } = totals.lines[index] ?? {};
      return { productId, name, slug, photo, quantity, unitPriceCents, totalCents, taxRate, taxCents };
    }),
    shippingAddress,
    billingAddress,
    shipping,
    taxZone,
    subtotalCents: totals.subtotalCents,
    shippingCents: totals.shippingCents,
    taxCents: totals.taxCents,
    taxIncluded: totals.taxIncluded,
    totalCents: totals.totalCents,
    note,
    status: 'placed',
    payment: {
      id: attempt.id,
      provider: provider.name,
      card: attempt.card,
      status: isTaken ? 'paid' : 'authorized',
      capturedCents,
      ...(isTaken && { capturedAt: placedAt }),
      captureAt:
        captureAfterMinutes === 'on-shipping' ? null : new Date(placedAt.getTime() + captureAfterMinutes * 60_000),
    },
    timeline: [placedEvent(placedAt)],
    ...(declines && { declines }),
    fromCart: source.kind === 'CART',
    // An immediate capture needs its invoice.
    ...(isTaken && { dueAt: placedAt }),
    createdAt: placedAt,
    version: 1,
  };
}
