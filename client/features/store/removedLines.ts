import { useSyncExternalStore } from 'react';
import { constants } from '../../lib/constants';
import { tabMemory } from '../../lib/tabMemory';
import type { CartLine } from './cartCache';

export interface RemovedLine {
  line: CartLine;
  /** Its place in the list, so that it can come back to it. */
  at: number;
  email: string;
  /** When the offer ends. */
  until: number;
}

const memory = tabMemory<RemovedLine>('kiosk-removed-lines');
let removed = memory.read();
const listeners = new Set<() => void>();

function change(next: readonly RemovedLine[]): void {
  removed = next;
  memory.write(next);
  for (const listener of listeners) listener();
}

/** The same line may have come back and gone again by then. */
const endInTime = (entry: RemovedLine) =>
  setTimeout(() => change(removed.filter((each) => each !== entry)), entry.until - Date.now());

removed.forEach(endInTime);

/** Kept for as long as the drawer offers to undo it (decision 31), over a reload too. */
export function rememberRemoved(removal: Omit<RemovedLine, 'until'>): RemovedLine {
  const entry = { ...removal, until: Date.now() + constants.undoOffer };
  change([...removed, entry]);
  endInTime(entry);
  return entry;
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
