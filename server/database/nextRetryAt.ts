interface Attempted {
  /** Including the one that has just failed. */
  readonly attempts: number;
  readonly firstAttemptAt: Date | null;
}

interface RetrySchedule {
  /** The last one repeats. */
  readonly backoffMs: readonly number[];
  /** From the first attempt on. */
  readonly retryWindowMs: number;
  /** Asked for by the other side. */
  readonly wantedMs?: number;
}

/** When a failed attempt is repeated, the last time at the end of the window; null: the window is over. */
export function nextRetryAt(
  { attempts, firstAttemptAt }: Attempted,
  { backoffMs, retryWindowMs, wantedMs = 0 }: RetrySchedule,
  now: Date,
): Date | null {
  const end = (firstAttemptAt ?? now).getTime() + retryWindowMs;
  if (now.getTime() >= end) return null;
  const pause = backoffMs[Math.min(attempts, backoffMs.length) - 1] ?? 0;
  return new Date(Math.min(now.getTime() + Math.max(pause, wantedMs), end));
}
