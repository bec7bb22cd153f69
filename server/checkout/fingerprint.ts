import { createHash } from 'node:crypto';
import type { Totals } from '../pricing/priceCheckout';
import type { FrozenLine } from './checkouts.repository';

export interface Offer {
  readonly lines: readonly Pick<FrozenLine, 'productId' | 'quantity' | 'unitPriceCents'>[];
  /** null: none is chosen. */
  readonly method: { readonly id: string } | null;
  readonly totals: Totals;
}

/** Differs where pieces, prices, shipping method or sums do, in whatever order the lines are. */
export function fingerprintOf({ lines, method, totals }: Offer): string {
  const pieces = lines.map(({ productId, quantity, unitPriceCents }) =>
    [productId.toHexString(), quantity, unitPriceCents].join(' '),
  );
  const { shippingCents, taxCents, totalCents } = totals;
  const offer = JSON.stringify([pieces.sort(), method?.id ?? null, shippingCents, taxCents, totalCents]);
  return createHash('sha256').update(offer).digest('base64url');
}
