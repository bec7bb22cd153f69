let isPressed = false;

if (typeof document !== 'undefined') {
  for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
    document.addEventListener(type, () => (isPressed = type === 'pointerdown'), true);
  }
}

/** Once the pointer is up and what it pressed has been told: what grows meanwhile would move that from under it. */
export function afterPress(run: () => void): void {
  if (!isPressed) {
    run();
    return;
  }
  const ended = new AbortController();
  const end = () => {
    ended.abort();
    setTimeout(run);
  };
  for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, end, { signal: ended.signal });
}
