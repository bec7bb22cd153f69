interface Holder {
  /** Back was pressed; `leave` goes on to where it was to lead. */
  readonly onBack: (leave: () => void) => void;
  /** Goes on holding Back until it is released: a question about unsaved text. What is closed by Back does not. */
  readonly stays?: boolean;
}

type EntryState = { readonly idx?: number; readonly isStep?: boolean } | null;

/**
 * While something holds Back, the page has a second entry in the history, the step: Back comes from there to the first one, and the
 * router, for which both are one, hears nothing of it. There is one step however many hold Back.
 */
let holders: readonly Holder[] = [];
/** The router's number of the entry whose step the browser is at. */
let stepOf: number | undefined;
/** A move of our own on its way: between the two entries, or away from both. */
let moving: 'quietly' | 'away' | undefined;
/** What the router pushed while the browser was on its way back from the step. */
let pushed: readonly [unknown, string] | undefined;
/** The router's own replacement of an entry that is below its step. */
let replaced: readonly [unknown, string] | undefined;
let tellRouter: (event: PopStateEvent) => void;

const entryState = () => history.state as EntryState;
const push = (state: unknown, url: string) => history.pushState(state, '', url);
const replace = (state: unknown, url?: string) => history.replaceState(state, '', url);
const numberOfEntry = () => entryState()?.idx ?? 0;
const isAtStep = () => entryState()?.isStep === true;

function move(distance: number, way: typeof moving): void {
  moving = way;
  history.go(distance);
}

function takeStep(): void {
  stepOf = numberOfEntry();
  push({ ...entryState(), isStep: true }, location.href);
}

/** What the router meant for the entries below and above the step, once the browser has left it. */
function makeUp(): void {
  if (isAtStep()) return;
  if (replaced) replace(...replaced);
  if (pushed) push(...pushed);
  replaced = pushed = undefined;
}

/** No step where nothing holds Back: one that was closed, or that a reload or Forward has led to, is left. */
function leaveStep(): void {
  if (!moving && holders.length === 0 && isAtStep()) move(-1, 'quietly');
}

/** A step exactly while something holds Back. */
function settle(): void {
  if (moving) return;
  makeUp();
  if (holders.length > 0 && !isAtStep()) takeStep();
  leaveStep();
}

/** Until the answer is called, Back is the holder's: the last one's first. */
export function holdBack(holder: Holder): () => void {
  holders = [...holders, holder];
  settle();
  return () => {
    holders = holders.filter((each) => each !== holder);
    // Something else may open in the same moment, or a link that closed it lead elsewhere: what is still open on the page that is being
    // left takes no step on the next one.
    queueMicrotask(leaveStep);
  };
}

function onPop(event: PopStateEvent): void {
  if (moving === 'quietly') {
    moving = undefined;
    settle();
    return;
  }
  const from = moving ? undefined : stepOf;
  moving = stepOf = undefined;
  if (isAtStep() || from === undefined || holders.length === 0) {
    tellRouter(event);
    settle();
  } else if (numberOfEntry() === from) {
    makeUp();
    closeLast(from);
  } else {
    replaced = undefined;
    leaveFar(event, numberOfEntry() - from, from);
  }
}

/** Back to the step by `distance`, and the way on from there. */
function stay(distance: number, from: typeof stepOf): void {
  stepOf = from;
  move(distance, 'quietly');
}

function leaveBy(distance: number): void {
  holders = [];
  move(distance, 'away');
}

function closeLast(from: typeof stepOf): void {
  const last = holders.at(-1);
  if (!last?.stays) holders = holders.slice(0, -1);
  if (holders.length > 0) stay(1, from);
  last?.onBack(() => leaveBy(-2));
}

/** Several entries at once, from the list of the Back button: only a question is worth staying for. */
function leaveFar(event: PopStateEvent, distance: number, from: typeof stepOf): void {
  const question = holders.findLast(({ stays }) => stays);
  if (question) {
    stay(1 - distance, from);
    question.onBack(() => leaveBy(distance - 1));
    return;
  }
  const all = holders;
  holders = [];
  for (const { onBack } of all) onBack(() => undefined);
  tellRouter(event);
}

/** What is pushed takes the step's place: it leads on from the page itself. */
function pushForRouter(state: unknown, _title: string, url: string): void {
  if (!isAtStep()) {
    push(state, url);
    return;
  }
  replace(state, url);
  if (moving === 'quietly') pushed = [state, url];
  else stepOf = replaced = undefined;
}

/** Both entries of the page get it: the one below when the browser is there again. */
function replaceForRouter(state: unknown, _title: string, url?: string): void {
  const isStep = isAtStep();
  if (isStep && url !== undefined) replaced = [state, url];
  replace(isStep ? { ...(state as object), isStep } : state, url);
}

/** What BrowserRouter uses of the window; it lives as long as the page. */
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
    addEventListener(_type: 'popstate', listener: typeof tellRouter) {
      tellRouter = listener;
      addEventListener('popstate', onPop);
      settle();
    },
    removeEventListener() {},
  };
  return facade as unknown as Window;
}
