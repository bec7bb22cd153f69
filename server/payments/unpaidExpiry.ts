/** Retention of an unpaid payment; longer than that of its checkout. */
const unpaidRetentionMs = 40 * 24 * 60 * 60 * 1_000;

/** When the ledger's TTL index deletes it. */
export const unpaidExpiresAt = (createdAt: Date): Date => new Date(createdAt.getTime() + unpaidRetentionMs);
