import { constants } from '../lib/constants';

interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  message: string;
  /** The second line. */
  detail?: string;
  kind: 'success' | 'error';
  duration: number;
  action?: ToastAction;
  /** Withdraws the former toast of the same key, whose action is outdated. */
  key?: string;
}

type ToastRenderer = (toast: Toast) => void;

let deliver: ToastRenderer | undefined;
let waiting: readonly Toast[] = [];
const onFirst = new Set<() => void>();

export function showToast(full: Toast): void {
  if (deliver) deliver(full);
  else waiting = [...waiting.filter(({ key }) => key === undefined || key !== full.key), full];
  for (const listener of onFirst) listener();
}

/** Shows a message; ToastHost is loaded with the first one. */
export function toast(
  message: string,
  kind: Toast['kind'],
  duration?: number,
  action?: ToastAction,
  detail?: string,
): void {
  showToast({
    message,
    kind,
    duration: duration ?? (kind === 'error' ? constants.toast.error : constants.toast.duration),
    ...(action && { action }),
    ...(detail && { detail }),
  });
}

/** The specification's message, and below it the server's. */
export function errorToast(message: string, detail?: string): void {
  showToast({ message, kind: 'error', duration: constants.toast.error, ...(detail && { detail }) });
}

export function onToastsChange(listener: () => void): () => void {
  onFirst.add(listener);
  return () => onFirst.delete(listener);
}

/** Not rendered yet. */
export const queuedToasts = (): readonly Toast[] => waiting;

export function removeToast(toast: Toast): void {
  waiting = waiting.filter((each) => each !== toast);
  for (const listener of onFirst) listener();
}

export const hasToasts = (): boolean => waiting.length > 0 || deliver !== undefined;

export function setToastRenderer(next: ToastRenderer): () => void {
  deliver = next;
  for (const each of waiting) next(each);
  waiting = [];
  return () => {
    deliver = undefined;
  };
}
