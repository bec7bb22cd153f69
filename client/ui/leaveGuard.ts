type Guard = (leave: () => void) => void;

let guard: Guard | undefined;

/** Until `signal` aborts. */
export function setLeaveGuard(next: Guard, signal: AbortSignal): void {
  guard = next;
  signal.addEventListener('abort', () => {
    if (guard === next) guard = undefined;
  });
}

/** For navigation without a link: asks first when there are unsaved changes. */
export function confirmLeaving(leave: () => void): void {
  if (guard) guard(leave);
  else leave();
}
