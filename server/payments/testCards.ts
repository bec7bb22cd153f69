import type { DeclineReason } from './provider';

/** The outcome of paying with a test card. */
export interface TestCard {
  readonly number: string;
  readonly brand: string;
  /** Description shown to people. */
  readonly title: string;
  readonly result: 'authorized' | 'declined' | 'confirmation' | 'pending';
  readonly declineReason?: DeclineReason;
  /** Delivery of its notices; missing: one, at once. */
  readonly notices?: 'twice' | 'first' | 'never' | 'late';
  /** Delivery of the response; missing: at once. */
  readonly answer?: 'late' | 'lost';
  readonly failsCapture?: true;
  readonly failsRefundLater?: true;
}

/** The first are Stripe's published test cards and behave alike; the last are Kiosk's own. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'Visa', title: 'succeeds', result: 'authorized' },
  { number: '5555555555554444', brand: 'Mastercard', title: 'succeeds', result: 'authorized' },
  {
    number: '4000000000000002',
    brand: 'Visa',
    title: 'declined',
    result: 'declined',
    declineReason: 'CARD_DECLINED',
  },
  {
    number: '4000000000009995',
    brand: 'Visa',
    title: 'no funds',
    result: 'declined',
    declineReason: 'INSUFFICIENT_FUNDS',
  },
  {
    number: '4000000000000069',
    brand: 'Visa',
    title: 'expired card',
    result: 'declined',
    declineReason: 'EXPIRED_CARD',
  },
  {
    number: '4000000000000127',
    brand: 'Visa',
    title: 'wrong security code',
    result: 'declined',
    declineReason: 'INCORRECT_CVC',
  },
  { number: '4000002500003155', brand: 'Visa', title: 'bank asks', result: 'confirmation' },
  { number: '4000000000000077', brand: 'Visa', title: 'pending first', result: 'pending' },
  {
    number: '4000000000005126',
    brand: 'Visa',
    title: 'refund fails later',
    result: 'authorized',
    failsRefundLater: true,
  },
  { number: '4000000000010001', brand: 'Visa', title: 'capture fails', result: 'authorized', failsCapture: true },
  { number: '4000000000010019', brand: 'Visa', title: 'answers late', result: 'authorized', answer: 'late' },
  {
    number: '4000000000010027',
    brand: 'Visa',
    title: 'times out but succeeded',
    result: 'authorized',
    answer: 'lost',
  },
  { number: '4000000000010035', brand: 'Visa', title: 'notice twice', result: 'authorized', notices: 'twice' },
  { number: '4000000000010043', brand: 'Visa', title: 'notice first', result: 'authorized', notices: 'first' },
  { number: '4000000000010050', brand: 'Visa', title: 'notice never', result: 'authorized', notices: 'never' },
];

const byNumber = new Map(testCards.map((card) => [card.number, card]));

/** Only test cards: a real card number must not be accepted. */
export const findTestCard = (number: string): TestCard | null => byNumber.get(number.replace(/[\s-]/g, '')) ?? null;
