type Guard = (leave: () => void) => void;

let guards: readonly Guard[] = [];

/** Until `signal` aborts. Of several guards the last one asks, for all of them: answers whether that is this one. */
export function addLeaveGuard(added: Guard, signal: AbortSignal): () => boolean {
  guards = [...guards, added];
  signal.addEventListener('abort', () => {
    guards = guards.filter((guard) => guard !== added);
  });
  return () => guards.at(-1) === added;
}

/** For what loses unsaved changes without a link: asks first when there are any. */
export function confirmLeaving(leave: () => void): void {
  const guard = guards.at(-1);
  if (guard) guard(leave);
  else leave();
}
