interface Handler {
  /** `leave` continues to where Back was to lead. */
  readonly onBack: (leave: () => void) => void;
  /** Stays registered until it is released (a prompt about unsaved changes); an overlay is gone after one Back. */
  readonly isPersistent?: boolean;
}

type EntryState = { readonly idx?: number; readonly isGuard?: boolean } | null;

/**
 * While a handler is registered, the page has a second history entry, the guard: Back leads from there to the page's own entry, and
 * the router, which sees both as one, is not notified. There is one guard for all handlers.
 */
let handlers: readonly Handler[] = [];
/** The router's index of the entry whose guard is current. */
let guardOf: number | undefined;
/** A navigation of our own in flight: between the two entries, or away from both. */
let pending: 'internal' | 'away' | undefined;
/** What the router has pushed during an internal navigation. */
let pushed: readonly [unknown, string] | undefined;
/** The router's replacement of the entry below the guard. */
let replaced: readonly [unknown, string] | undefined;
let notifyRouter: (event: PopStateEvent) => void;

const entryState = () => history.state as EntryState;
const push = (state: unknown, url: string) => history.pushState(state, '', url);
const replace = (state: unknown, url?: string) => history.replaceState(state, '', url);
const entryIndex = () => entryState()?.idx ?? 0;
const isAtGuard = () => entryState()?.isGuard === true;

function go(distance: number, kind: typeof pending): void {
  pending = kind;
  history.go(distance);
}

function pushGuard(): void {
  guardOf = entryIndex();
  push({ ...entryState(), isGuard: true }, location.href);
}

/** Applies the router's changes of the entries below and above the guard, once the browser has left it. */
function applyDeferred(): void {
  if (isAtGuard()) return;
  if (replaced) replace(...replaced);
  if (pushed) push(...pushed);
  replaced = pushed = undefined;
}

/** Leaves a guard without handlers: of a closed overlay, or reached by a reload or Forward. */
function leaveGuard(): void {
  if (!pending && handlers.length === 0 && isAtGuard()) go(-1, 'internal');
}

/** Establishes the invariant: there is a guard exactly while there are handlers. */
function sync(): void {
  if (pending) return;
  applyDeferred();
  if (handlers.length > 0 && !isAtGuard()) pushGuard();
  leaveGuard();
}

/** Until the returned function is called; the last handler gets the event. */
export function interceptBack(handler: Handler): () => void {
  handlers = [...handlers, handler];
  sync();
  return () => {
    handlers = handlers.filter((each) => each !== handler);
    // Another overlay may open in the same tick, or a link that closed this one navigate: an overlay still open on the old page must
    // not push a guard onto the next one.
    queueMicrotask(leaveGuard);
  };
}

function onPop(event: PopStateEvent): void {
  if (pending === 'internal') {
    pending = undefined;
    sync();
    return;
  }
  const from = pending ? undefined : guardOf;
  pending = guardOf = undefined;
  if (isAtGuard() || from === undefined || handlers.length === 0) {
    notifyRouter(event);
    sync();
  } else if (entryIndex() === from) {
    applyDeferred();
    callLast(from);
  } else {
    replaced = undefined;
    handleJump(event, entryIndex() - from, from);
  }
}

/** Returns to the guard. */
function stay(distance: number, from: typeof guardOf): void {
  guardOf = from;
  go(distance, 'internal');
}

function leaveBy(distance: number): void {
  handlers = [];
  go(distance, 'away');
}

function callLast(from: typeof guardOf): void {
  const last = handlers.at(-1);
  if (!last?.isPersistent) handlers = handlers.slice(0, -1);
  if (handlers.length > 0) stay(1, from);
  last?.onBack(() => leaveBy(-2));
}

/** Several entries at once, from the Back button's list: only a persistent handler keeps the page. */
function handleJump(event: PopStateEvent, distance: number, from: typeof guardOf): void {
  const prompt = handlers.findLast(({ isPersistent }) => isPersistent);
  if (prompt) {
    stay(1 - distance, from);
    prompt.onBack(() => leaveBy(distance - 1));
    return;
  }
  const all = handlers;
  handlers = [];
  for (const { onBack } of all) onBack(() => undefined);
  notifyRouter(event);
}

/** A pushed entry replaces the guard, so that it follows the page's own entry. */
function pushForRouter(state: unknown, _title: string, url: string): void {
  if (!isAtGuard()) {
    push(state, url);
    return;
  }
  replace(state, url);
  if (pending === 'internal') pushed = [state, url];
  else guardOf = replaced = undefined;
}

/** Replaces both entries of the page: the one below the guard when the browser is there again. */
function replaceForRouter(state: unknown, _title: string, url?: string): void {
  const isGuard = isAtGuard();
  if (isGuard && url !== undefined) replaced = [state, url];
  replace(isGuard ? { ...(state as object), isGuard } : state, url);
}

/** The part of `window` that BrowserRouter uses; created once per page. */
export function routerWindow(): Window {
  const facade = {
    location,
    history: {
      get state() {
        return history.state as unknown;
      },
      pushState: pushForRouter,
      replaceState: replaceForRouter,
    },
    addEventListener(_type: 'popstate', listener: typeof notifyRouter) {
      notifyRouter = listener;
      addEventListener('popstate', onPop);
      sync();
    },
    removeEventListener() {},
  };
  return facade as unknown as Window;
}
