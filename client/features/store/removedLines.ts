import { useSyncExternalStore } from 'react';
import { constants } from '../../lib/constants';
import type { CartLine } from './cartCache';

export interface RemovedLine {
  line: CartLine;
  /** Its place in the list, so that it can come back to it. */
  at: number;
  email: string;
}

let removed: readonly RemovedLine[] = [];
const listeners = new Set<() => void>();

function change(next: readonly RemovedLine[]): void {
  removed = next;
  for (const listener of listeners) listener();
}

/** Kept for as long as the drawer offers to undo it (decision 31). */
export function rememberRemoved(entry: RemovedLine): void {
  change([...removed, entry]);
  // The same line may have come back and gone again by then.
  setTimeout(() => change(removed.filter((each) => each !== entry)), constants.undoOffer);
}

export function forgetRemoved(id: string): void {
  if (removed.some(({ line }) => line.id === id)) change(removed.filter(({ line }) => line.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const getRemoved = () => removed;

export const useRemovedLines = (): readonly RemovedLine[] => useSyncExternalStore(subscribe, getRemoved, getRemoved);
