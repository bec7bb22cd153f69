import type { CheckoutChange, CheckoutDocument, FrozenLine } from './checkouts.repository';
import type { SagaParts } from './sagaParts';

/** So that checkouts are final 60 s after their hold has ended. */
const graceMs = 5_000;
const keptMs = 30 * 24 * 60 * 60_000;

/** What a step leads to: a change of the checkout, and whether it goes on from there. */
export interface Step {
  readonly change: CheckoutChange;
  readonly goesOn: boolean;
}

export const goOn = (change: CheckoutChange): Step => ({ change, goesOn: true });
export const wait = (change: CheckoutChange): Step => ({ change: { lease: null, ...change }, goesOn: false });

export const endOfHold = ({ heldUntil, createdAt }: CheckoutDocument): Date =>
  new Date((heldUntil ?? createdAt).getTime() + graceMs);

export const isOver = ({ now }: SagaParts, checkout: CheckoutDocument): boolean =>
  checkout.heldUntil !== null && endOfHold(checkout) <= now();

export const keptUntil = ({ now }: Pick<SagaParts, 'now'>): Date => new Date(now().getTime() + keptMs);

/** Nobody pays any more: what a browser needs for that is kept by nobody, and is in no backup. */
export const withoutSecret = ({ attempt }: CheckoutDocument): Pick<CheckoutDocument, 'attempt'> => ({
  attempt: attempt && { ...attempt, clientSecret: null },
});

/** In one order for all, so that two checkouts of the same products never wait for each other. */
export const frozenLines = ({ frozen }: CheckoutDocument): readonly FrozenLine[] =>
  [...(frozen?.lines ?? [])].sort((a, b) => (a.productId.toHexString() < b.productId.toHexString() ? -1 : 1));
