export interface EarlyAction {
  readonly target: HTMLButtonElement | HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  readonly type: 'click' | 'input' | 'change';
  readonly value: string;
  readonly checked: boolean | undefined;
}

declare global {
  interface Window {
    /** From index.html: user actions before hydration. */
    __early?: EarlyAction[];
  }
}

/** React sets controls to their state and must see the change as an event. */
function replayText(input: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  // Text typed after hydration has been handled.
  if (input.value !== value && input.value !== input.defaultValue) return;
  input.value = input.defaultValue;
  // Bypasses React's tracking of values that are set through the element itself.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input) as object, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

const isTicked = ({ type }: HTMLInputElement | HTMLTextAreaElement) => type === 'radio' || type === 'checkbox';

/** The events that React handles on a control. */
function eventOf(target: EarlyAction['target']): EarlyAction['type'] {
  if (target instanceof HTMLButtonElement) return 'click';
  return target instanceof HTMLSelectElement || isTicked(target) ? 'change' : 'input';
}

function replay({ target, value, checked }: EarlyAction): void {
  if (target instanceof HTMLButtonElement) {
    target.click();
  } else if (target instanceof HTMLSelectElement) {
    const rendered = [...target.options].find(({ defaultSelected }) => defaultSelected)?.value;
    if (target.value !== value && target.value !== rendered) return;
    target.value = value;
    target.dispatchEvent(new Event('change', { bubbles: true }));
  } else if (target instanceof HTMLInputElement && isTicked(target)) {
    target.checked = !checked;
    target.click();
  } else {
    replayText(target, value);
  }
}

/** Replays user actions on the server's markup in their order, after hydration. */
export function replayEarlyActions(actions: readonly EarlyAction[]): void {
  // Only the last value of a field is replayed, and every button once.
  const last = new Map<Element, EarlyAction>();
  for (const action of actions) {
    const { target, type } = action;
    if (target.isConnected && type === eventOf(target)) last.set(target, action);
  }
  for (const action of last.values()) replay(action);
}
