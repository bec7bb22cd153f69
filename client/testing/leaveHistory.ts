/** Whether the history is at the entry that `backButton.ts` adds while a handler is registered. */
export const isAtGuard = () => (history.state as { isGuard?: boolean } | null)?.isGuard === true;

/** Waits for the asynchronous removal of the entry of an overlay that is open at the end of a test. */
export async function leaveHistory(): Promise<void> {
  // The navigation starts in a microtask after the unmount.
  await Promise.resolve();
  if (!isAtGuard()) return;
  const left = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  if ('clock' in setTimeout) await jest.advanceTimersByTimeAsync(100);
  await left;
}
