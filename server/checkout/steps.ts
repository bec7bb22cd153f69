import { isUnderWay, type CheckoutChange, type CheckoutDocument, type FrozenLine } from './checkouts.repository';
import type { SagaDeps } from './sagaDeps';

/** So that checkouts are final within 60 s of the end of their hold. */
const graceMs = 5_000;
const retentionMs = 30 * 24 * 60 * 60_000;

/** The change that a step makes, and whether the next step follows at once. */
export interface Step {
  readonly change: CheckoutChange;
  readonly continues: boolean;
}

export const continueWith = (change: CheckoutChange): Step => ({ change, continues: true });
export const wait = (change: CheckoutChange): Step => ({ change: { lease: null, ...change }, continues: false });

export const holdEndsAt = ({ heldUntil, createdAt }: CheckoutDocument): Date =>
  new Date((heldUntil ?? createdAt).getTime() + graceMs);

export const isHoldExpired = ({ now }: SagaDeps, checkout: CheckoutDocument): boolean =>
  checkout.heldUntil !== null && holdEndsAt(checkout) <= now();

/** An open one is kept since its last change, others since their end. */
export const retainedUntil = ({ now }: Pick<SagaDeps, 'now'>): Date => new Date(now().getTime() + retentionMs);

/** Nothing is removed that is held or paid, however long the provider takes. */
export const checkoutExpiry = (deps: Pick<SagaDeps, 'now'>, checkout: Pick<CheckoutDocument, 'status'>): Date | null =>
  isUnderWay(checkout) ? null : retainedUntil(deps);

/** Nothing is left to pay: the client secret must not stay in the database or its backups. */
export const withoutSecret = ({ attempt }: CheckoutDocument): Pick<CheckoutDocument, 'attempt'> => ({
  attempt: attempt && { ...attempt, clientSecret: null },
});

/** Nothing is held any more, and whose network address it was is forgotten. */
export const unheld = { heldUntil: null, caller: null } as const;

/** In a fixed order, so that two checkouts of the same products never wait for each other. */
export const frozenLines = ({ frozen }: CheckoutDocument): readonly FrozenLine[] =>
  [...(frozen?.lines ?? [])].sort((a, b) => (a.productId.toHexString() < b.productId.toHexString() ? -1 : 1));
