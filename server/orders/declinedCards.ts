import type { DeclineReason } from '../payments/provider';
import type { DeclinedCard, OrderDocument, StoredOrderEvent } from './orderDocument';

/** Per purchase; the oldest are dropped. */
const maximum = 20;

export const withDecline = (declines: readonly DeclinedCard[], decline: DeclinedCard): readonly DeclinedCard[] =>
  [...declines, decline].slice(-maximum);

const reasons: Readonly<Record<DeclineReason, string>> = {
  CARD_DECLINED: 'card declined',
  INSUFFICIENT_FUNDS: 'insufficient funds',
  EXPIRED_CARD: 'expired card',
  INCORRECT_CVC: 'wrong security code',
  AUTHENTICATION_FAILED: 'the bank did not confirm',
  PROCESSING_ERROR: 'it could not be processed',
};

/** As timeline events for admins. */
export const declineEvents = ({ declines = [], totalCents }: OrderDocument): StoredOrderEvent[] =>
  declines.map(({ at, reason, card }) => ({
    ...{ at, kind: 'PAYMENT_DECLINED', by: 'BUYER', amountCents: totalCents },
    text: [...(card ? [`${card.brand} •••• ${card.last4}`] : []), reasons[reason ?? 'CARD_DECLINED']].join(', '),
  }));
