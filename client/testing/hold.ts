/** A promise that a test resolves, for what the page shows while it is pending. */
export function hold() {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  return { released, release };
}
