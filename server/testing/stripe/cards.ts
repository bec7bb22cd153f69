/** One of Stripe's published test cards, and the number that localstripe takes for it. */
export interface FakeCard {
  readonly number: string;
  readonly brand: string;
  /** localstripe declines only one number, without a reason of the bank. */
  readonly numberThere: string;
  readonly decline: { readonly code: string; readonly decline_code: string } | null;
}

const declined = '4000000000000341';

const declines: Readonly<Record<string, { readonly code: string; readonly decline_code: string }>> = {
  [declined]: { code: 'card_declined', decline_code: 'generic_decline' },
  '4000000000000002': { code: 'card_declined', decline_code: 'generic_decline' },
  '4000000000009995': { code: 'card_declined', decline_code: 'insufficient_funds' },
  '4000000000000069': { code: 'expired_card', decline_code: 'expired_card' },
  '4000000000000127': { code: 'incorrect_cvc', decline_code: 'incorrect_cvc' },
  '4000000000000119': { code: 'processing_error', decline_code: 'processing_error' },
};

export function readCard(typed: string): FakeCard {
  const number = typed.replaceAll(' ', '');
  const decline = declines[number] ?? null;
  const brand = number.startsWith('5') ? 'mastercard' : 'visa';
  return { number, brand, numberThere: decline ? declined : number, decline };
}
