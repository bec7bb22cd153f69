/** Groups of digits as people write them, separated by a blank, a dash, a minus sign or a dot. */
const runs = /\d(?:[ .\u00a0\u2212\p{Pd}]?\d){12,}/gu;
/** First digits of all card brands. */
const firstDigit = /^[2-6]/;
/** Longer than any telephone number in its international form (E.164). */
const maxPhoneDigits = 15;

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((before, digit, index) => {
    const value = index % 2 === 0 ? Number(digit) : 2 * Number(digit);
    return before + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const minCardDigits = 13;
const maxCardDigits = 19;

const isCard = (digits: string): boolean =>
  digits.length >= minCardDigits && firstDigit.test(digits) && passesLuhn(digits);

/** Whole groups that together may be a card number, even beside other digits. */
function hasCard(run: string): boolean {
  const groups = run.split(/\D/);
  return groups.some((_, from) => beginsCard(groups, from));
}

/** No further than a card's digits reach, so that the time grows with the text's length alone. */
function beginsCard(groups: readonly string[], from: number): boolean {
  let digits = '';
  for (let to = from; to < groups.length; to += 1) {
    digits += groups[to];
    if (digits.length > maxCardDigits) return false;
    if (isCard(digits)) return true;
  }
  return false;
}

/** 13 to 19 digits with a valid check digit: such text is never stored, in any field. */
export function looksLikeCardNumber(text: string): boolean {
  return (text.normalize('NFKC').match(runs) ?? []).some(hasCard);
}

/** One in ten long telephone numbers passes the card checksum, too. */
export function isPhoneNumber(text: string): boolean {
  return /^\s*(\+|00)/.test(text) && text.replace(/\D/g, '').replace(/^00/, '').length <= maxPhoneDigits;
}

export const cardNumberMessage = 'This looks like a card number. Cards are for the payment step only.';
