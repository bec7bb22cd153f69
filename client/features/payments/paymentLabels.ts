import type {
  DeclineReason,
  DifferenceKind,
  PaymentNoticeStatus,
  PaymentResult,
  TestNoticeWay,
} from '../../__generated__/lazyOperations';
import type { StatusLabel } from '../../lib/statusLabel';

export const paymentResults: Readonly<Record<PaymentResult, StatusLabel>> = {
  AWAITING: { label: 'Not paid yet', color: 'default' },
  SUCCEEDED: { label: 'Succeeded', color: 'success' },
  AUTHORIZED: { label: 'Authorized', color: 'primary' },
  ACTION_REQUIRED: { label: 'Asks the bank', color: 'warning' },
  DECLINED: { label: 'Declined', color: 'error' },
  PENDING: { label: 'Bank has not decided', color: 'warning' },
  CANCELLED: { label: 'Cancelled', color: 'default' },
  UNKNOWN: { label: 'Unknown, looking again', color: 'warning' },
};

export const declineReasons: Readonly<Record<DeclineReason, string>> = {
  CARD_DECLINED: 'Card declined',
  INSUFFICIENT_FUNDS: 'Insufficient funds',
  EXPIRED_CARD: 'Expired card',
  INCORRECT_CVC: 'Wrong security code',
  AUTHENTICATION_FAILED: 'Bank did not confirm',
  PROCESSING_ERROR: 'Could not be processed',
};

export const noticeStatuses: Readonly<Record<PaymentNoticeStatus, StatusLabel>> = {
  WAITING: { label: 'Waiting', color: 'warning' },
  DONE: { label: 'Used', color: 'success' },
  UNKNOWN: { label: 'Unknown payment', color: 'default' },
};

/** 'Payment authorized', of the provider's 'payment.authorized'. */
export function formatNoticeKind(kind: string): string {
  const text = kind.replaceAll(/[._]+/g, ' ').trim();
  return text === '' ? 'Notice' : text.charAt(0).toUpperCase() + text.slice(1);
}

/** 'Attempt 2', of the shop's payment id, 'CHECKOUT:2'. */
export function formatAttempt(id: string): string {
  const number = /:(\d+)$/.exec(id)?.[1];
  return number === undefined ? 'Attempt' : `Attempt ${number}`;
}

export const differenceKinds: Readonly<Record<DifferenceKind, string>> = {
  CHARGE_WITHOUT_ORDER: 'Charged, but in no order',
  REFUND_WITHOUT_ORDER: 'Refunded, but in no order',
  DISPUTE_WITHOUT_ORDER: 'Disputed, but in no order',
  ORDER_WITHOUT_CHARGE: 'In an order, but not charged',
  ORDER_WITHOUT_REFUND: 'Refunded in an order, but not sent',
  AMOUNT_DIFFERS: 'Another sum',
  OTHER_CURRENCY: 'In another currency',
};

/** The effect of 'Fix' on each. */
export const fixEffects: Readonly<Record<DifferenceKind, string>> = {
  CHARGE_WITHOUT_ORDER: 'What the provider charged becomes part of its order, or goes back to the buyer.',
  REFUND_WITHOUT_ORDER: 'What the provider gave back becomes part of the order.',
  DISPUTE_WITHOUT_ORDER: 'The dispute becomes part of the order.',
  ORDER_WITHOUT_CHARGE: 'The provider is asked for the money that the order says.',
  ORDER_WITHOUT_REFUND: 'The provider is asked to send back what the order says.',
  AMOUNT_DIFFERS: 'What the provider did becomes part of the order.',
  OTHER_CURRENCY: '',
};

/** Delivery options of the test provider's notices, with their confirmations. */
export const testWays: readonly (readonly [way: TestNoticeWay, label: string, done: string])[] = [
  ['AGAIN', 'Send again', 'The notice is sent again'],
  ['LATE', 'Send late', 'The notice comes in 8 seconds'],
  ['LOSE', 'Lose', 'What was still to come is lost'],
];
