import type { PaymentDispute, PaymentState } from '../payments/provider';
import type { OrderDocument, OrderEventKind, StoredDispute, StoredOrderEvent } from './orderDocument';

const statuses = { INQUIRY: 'inquiry', OPEN: 'open', WON: 'won', LOST: 'lost' } as const satisfies Record<
  PaymentDispute['status'],
  StoredDispute['status']
>;

const closed: Readonly<Partial<Record<StoredDispute['status'], OrderEventKind>>> = {
  won: 'DISPUTE_WON',
  lost: 'DISPUTE_LOST',
};

/** Merges the provider's disputes into the order's; returns the same array if nothing has changed. */
export function syncDisputes(
  { disputes: before = [] }: Pick<OrderDocument, 'disputes'>,
  state: PaymentState,
  at: Date,
) {
  const events: StoredOrderEvent[] = [];
  const followed = new Map(before.map((dispute) => [dispute.id, dispute]));
  let isChanged = false;
  for (const dispute of state.disputes) {
    const earlier = followed.get(dispute.id);
    const status = statuses[dispute.status];
    if (earlier?.status === status && earlier.amountCents === dispute.amountCents) continue;
    isChanged = true;
    followed.set(dispute.id, disputeAfter(earlier, dispute, at));
    const event = { at, by: null, amountCents: dispute.amountCents } as const;
    if (!earlier) events.push({ ...event, kind: 'DISPUTE_OPENED', text: dispute.reason });
    const kind = closed[status];
    if (kind && earlier?.status !== status) events.push({ ...event, kind });
  }
  return { disputes: isChanged ? [...followed.values()] : before, events, isChanged };
}

function disputeAfter(earlier: StoredDispute | undefined, dispute: PaymentDispute, at: Date): StoredDispute {
  const { id, amountCents, reason, openedAt, hasTakenNothing = false } = dispute;
  const status = statuses[dispute.status];
  const takenAt = earlier ? (status === 'open' || status === 'lost' ? at : null) : openedAt;
  return {
    ...{ id, amountCents, reason, status, openedAt },
    // An inquiry withdraws no money; if it is won, none comes back. It may be seen for the first time then.
    takenAt: earlier?.takenAt ?? (status === 'inquiry' || hasTakenNothing ? null : takenAt),
    closedAt: closed[status] ? (earlier?.closedAt ?? at) : null,
  };
}

/** The shop has to respond to it. */
export const isOpenDispute = ({ status }: StoredDispute): boolean => status === 'open' || status === 'inquiry';
