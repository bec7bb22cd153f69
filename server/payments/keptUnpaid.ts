/** Of a payment that nobody has paid: longer than the checkout that it is for. */
const keptUnpaidMs = 40 * 24 * 60 * 60 * 1_000;

/** When a ledger forgets it. */
export const forgottenAt = (createdAt: Date): Date => new Date(createdAt.getTime() + keptUnpaidMs);
