/** Calls `stay` if it fails. */
export type Leave = (stay: () => void) => void;
type Guard = (leave: Leave) => void;

let guards: readonly Guard[] = [];

/** Until `signal` aborts. Only the last of several guards prompts, for all of them: returns whether this is the one. */
export function addLeaveGuard(added: Guard, signal: AbortSignal): () => boolean {
  guards = [...guards, added];
  signal.addEventListener('abort', () => {
    guards = guards.filter((guard) => guard !== added);
  });
  return () => guards.at(-1) === added;
}

/** For actions without a link that lose unsaved changes: prompts if there are any. */
export function confirmLeaving(leave: Leave): void {
  const guard = guards.at(-1);
  if (guard) guard(leave);
  else leave(() => undefined);
}
