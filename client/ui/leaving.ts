type Guard = (leave: () => void) => void;

let guard: Guard | undefined;

/** While `signal` lives, leaving is the guard's to ask about. */
export function guardLeaving(next: Guard, signal: AbortSignal): void {
  guard = next;
  signal.addEventListener('abort', () => {
    if (guard === next) guard = undefined;
  });
}

/** For what leaves the page without a link: somebody with unsaved text is asked first. */
export function askBeforeLeaving(leave: () => void): void {
  if (guard) guard(leave);
  else leave();
}
