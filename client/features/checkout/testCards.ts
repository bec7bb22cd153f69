/** A card of the test provider, as on the server: a test compares both lists. */
interface TestCard {
  readonly number: string;
  readonly brand: string;
  /** Shown to users. */
  readonly title: string;
}

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'Visa', title: 'succeeds' },
  { number: '5555555555554444', brand: 'Mastercard', title: 'succeeds' },
  { number: '4000000000000002', brand: 'Visa', title: 'declined' },
  { number: '4000000000009995', brand: 'Visa', title: 'no funds' },
  { number: '4000000000000069', brand: 'Visa', title: 'expired card' },
  { number: '4000000000000127', brand: 'Visa', title: 'wrong security code' },
  { number: '4000002500003155', brand: 'Visa', title: 'bank asks' },
  { number: '4000000000000077', brand: 'Visa', title: 'pending first' },
  { number: '4000000000005126', brand: 'Visa', title: 'refund fails later' },
  { number: '4000000000010001', brand: 'Visa', title: 'capture fails' },
  { number: '4000000000010019', brand: 'Visa', title: 'answers late' },
  { number: '4000000000010027', brand: 'Visa', title: 'times out but succeeded' },
  { number: '4000000000010035', brand: 'Visa', title: 'notice twice' },
  { number: '4000000000010043', brand: 'Visa', title: 'notice first' },
  { number: '4000000000010050', brand: 'Visa', title: 'notice never' },
];

export const findTestCard = (number: string): TestCard | undefined =>
  testCards.find((card) => card.number === number.replace(/[\s-]/g, ''));

/** '4242 4242 4242 4242' */
export const spaced = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');
