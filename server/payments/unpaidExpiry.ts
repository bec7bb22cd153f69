/** Retention of an unpaid payment; longer than that of its checkout. */
const keptUnpaidMs = 40 * 24 * 60 * 60 * 1_000;

/** When the ledger's TTL index deletes it. */
export const forgottenAt = (createdAt: Date): Date => new Date(createdAt.getTime() + keptUnpaidMs);
