import type { DeclineReason } from '../../../__generated__/lazyOperations';

const messages: Readonly<Record<DeclineReason, string>> = {
  CARD_DECLINED: 'Your card was declined.',
  INSUFFICIENT_FUNDS: 'Your card has insufficient funds.',
  EXPIRED_CARD: 'Your card has expired.',
  INCORRECT_CVC: 'Your card’s security code is wrong.',
  AUTHENTICATION_FAILED: 'The bank did not confirm the payment.',
  PROCESSING_ERROR: 'Your payment could not be processed.',
};

export const declineMessage = (reason: DeclineReason | null): string => messages[reason ?? 'CARD_DECLINED'];
