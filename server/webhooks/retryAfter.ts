const maxMs = 60 * 60_000;

/** The pause requested by an overloaded endpoint, at most an hour; 0 if none. */
export function retryAfterMs(status: number, retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined || (status !== 429 && status !== 503)) return 0;
  const text = retryAfter.trim();
  // Seconds or an HTTP date.
  const ms = /^\d+$/.test(text)
    ? Number(text) * 1_000
    : /^\w{3}, .* GMT$/.test(text)
      ? Date.parse(text) - now.getTime()
      : NaN;
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), maxMs);
}
