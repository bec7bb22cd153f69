import type { CheckoutDocument } from './checkouts.repository';
import type { SagaDeps } from './sagaDeps';

/** Holds of one caller at a time, so that nobody can block the stock without buying (ruling 12 of buying). */
export const maxHeldPieces = 100;
const maxHeldCheckouts = 3;

const heldPieces = ({ frozen }: Pick<CheckoutDocument, 'frozen'>): number =>
  (frozen?.lines ?? []).reduce((sum, { quantity }) => sum + quantity, 0);

/** Whether the caller stays within the limit with the pieces of this checkout. */
export async function hasRoom(
  { repositories: { checkouts }, now }: Pick<SagaDeps, 'repositories' | 'now'>,
  checkout: Pick<CheckoutDocument, '_id' | 'caller' | 'frozen'>,
): Promise<boolean> {
  const held = await checkouts.heldBy(checkout.caller, now(), maxHeldCheckouts + 1);
  const others = held.filter(({ _id }) => _id !== checkout._id);
  const pieces = others.reduce((sum, other) => sum + heldPieces(other), heldPieces(checkout));
  return others.length < maxHeldCheckouts && pieces <= maxHeldPieces;
}
