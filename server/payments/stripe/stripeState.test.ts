import { paymentStateOf, type Dispute, type Intent } from './stripeState';

const intentOf = (fields: object) =>
  ({ id: 'pi_1', amount: 2_500, amount_received: 2_500, client_secret: 'secret', ...fields }) as Intent;
const read = (fields: object) => paymentStateOf(intentOf(fields), { refunds: [], disputes: [] });

test.each([
  ['requires_payment_method', 'AWAITING'],
  ['requires_confirmation', 'AWAITING'],
  ['requires_action', 'ACTION_REQUIRED'],
  ['processing', 'PENDING'],
  ['requires_capture', 'AUTHORIZED'],
  ['succeeded', 'SUCCEEDED'],
  ['canceled', 'CANCELLED'],
  ['something_new', 'UNKNOWN'],
])('maps an intent with status %s to %s', (status, result) => {
  const capturedCents = result === 'SUCCEEDED' ? 2_500 : 0;
  expect(read({ status })).toMatchObject({ result, declineReason: null, capturedCents });
});

test.each([
  [{ code: 'card_declined', decline_code: 'generic_decline' }, 'CARD_DECLINED'],
  [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'INSUFFICIENT_FUNDS'],
  [{ code: 'card_declined', decline_code: 'authentication_required' }, 'AUTHENTICATION_FAILED'],
  [{ code: 'expired_card', decline_code: 'expired_card' }, 'EXPIRED_CARD'],
  [{ code: 'incorrect_cvc', decline_code: 'incorrect_cvc' }, 'INCORRECT_CVC'],
  [{ code: 'processing_error' }, 'PROCESSING_ERROR'],
  [{ code: 'payment_intent_authentication_failure' }, 'AUTHENTICATION_FAILED'],
  [{ code: 'something_new' }, 'CARD_DECLINED'],
  [{}, 'CARD_DECLINED'],
])('maps the card error %j to the decline reason %s', (error, declineReason) => {
  const card = { brand: 'amex', last4: '8431' };
  const declined = read({
    ...{ status: 'requires_payment_method', last_payment_error: { ...error, payment_method: { card } } },
  });
  expect(declined).toMatchObject({
    ...{ result: 'DECLINED', declineReason, card: { brand: 'American Express', last4: '8431' } },
  });
});

test.each([[undefined], [null], [0], ['2500']])('rejects a taken payment whose amount is %p', (amount) => {
  expect(() => read({ status: 'succeeded', amount_received: amount })).toThrow('The payment service does not answer.');
});

test('clears the decline reason once another card is tried', () => {
  const tried = { status: 'requires_action', last_payment_error: { code: 'card_declined' } };
  expect(read(tried).declineReason).toBeNull();
});

test.each([
  ['warning_needs_response', 'INQUIRY'],
  ['warning_under_review', 'INQUIRY'],
  ['warning_closed', 'WON', { hasTakenNothing: true }],
  ['prevented', 'WON', { hasTakenNothing: true }],
  ['needs_response', 'OPEN'],
  ['under_review', 'OPEN'],
  ['won', 'WON'],
  ['lost', 'LOST'],
  ['something_new', 'OPEN'],
])('maps a dispute with status %s to %s', (status, expected, more: object = {}) => {
  const dispute = { id: 'dp_1', amount: 2_500, reason: 'fraudulent', created: 1_700_000_000, status } as Dispute;
  const { disputes } = paymentStateOf(intentOf({ status: 'succeeded' }), { refunds: [], disputes: [dispute] });
  expect(disputes).toEqual([
    {
      ...{ id: 'dp_1', amountCents: 2_500, reason: 'fraudulent', status: expected },
      ...{ openedAt: new Date(1_700_000_000_000), ...more },
    },
  ]);
});
