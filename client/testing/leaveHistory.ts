/** The entry that `backButton.ts` adds to the history while a handler is registered. */
export const isAtGuard = () => (history.state as { isGuard?: boolean } | null)?.isGuard === true;

/** An overlay that was open at the end of a test leaves its entry asynchronously: not during the next test. */
export async function leaveHistory(): Promise<void> {
  // The navigation starts in a microtask after the unmount.
  await Promise.resolve();
  if (!isAtGuard()) return;
  const left = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  if ('clock' in setTimeout) await jest.advanceTimersByTimeAsync(100);
  await left;
}
