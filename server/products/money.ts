/** Converts dollars to the integer cents that are stored and summed (decision 16). */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

export function toDollars(cents: number): number {
  return cents / 100;
}

/** The price before a discount, such that the badge's formula yields the discount (decision 15); null without one. */
export function originalPriceCents(priceCents: number, discount: number): number | null {
  return discount > 0 ? Math.round(priceCents / (1 - discount / 100)) : null;
}

/** Rounds up: what `price >= dollars` means in cents. */
export function centsFrom(dollars: number): number {
  let cents = Math.ceil(dollars * 100);
  while (toDollars(cents - 1) >= dollars) cents -= 1;
  while (toDollars(cents) < dollars) cents += 1;
  return cents;
}

/** Rounds down: what `price <= dollars` means in cents. */
export function centsUpTo(dollars: number): number {
  let cents = Math.floor(dollars * 100);
  while (toDollars(cents + 1) <= dollars) cents += 1;
  while (toDollars(cents) > dollars) cents -= 1;
  return cents;
}
