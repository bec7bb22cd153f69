let isPressed = false;

if (typeof document !== 'undefined') {
  for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
    document.addEventListener(type, () => (isPressed = type === 'pointerdown'), true);
  }
}

/** Defers a layout change until the pointer is up and its click dispatched: it could move the target from under the pointer. */
export function afterPointerUp(run: () => void): void {
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
