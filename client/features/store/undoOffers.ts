import { useSyncExternalStore } from 'react';
import { constants } from '../../lib/constants';

export interface DeletedItem {
  id: string;
  name: string;
}

/** One deletion, of one item or of many at once. */
export interface UndoOffer {
  key: string;
  /** Who deleted. */
  email: string;
  /** What can still be brought back. */
  items: readonly DeletedItem[];
  isPending: boolean;
  /** Why the last attempt brought back nothing, or not all. */
  problem?: string;
}

/** Whoever reads why it did not work can still try again. */
const afterProblem = 30_000;

let offers: readonly UndoOffer[] = [];
let made = 0;
const timers = new Map<string, { timer: ReturnType<typeof setTimeout>; until: number }>();
const listeners = new Set<() => void>();

function change(next: readonly UndoOffer[]): void {
  offers = next;
  for (const listener of listeners) listener();
}

function keepFor(key: string, time: number): void {
  clearTimeout(timers.get(key)?.timer);
  timers.set(key, { timer: setTimeout(() => withdrawUndo(key), time), until: Date.now() + time });
}

/** Stands in the bar above the rows for a minute. */
export function offerUndo(email: string, items: readonly DeletedItem[]): string {
  made += 1;
  const key = `deletion-${made}`;
  change([...offers, { key, email, items, isPending: false }]);
  keepFor(key, constants.undoOffer);
  return key;
}

export function withdrawUndo(key: string): void {
  clearTimeout(timers.get(key)?.timer);
  timers.delete(key);
  change(offers.filter((offer) => offer.key !== key));
}

/** While the server is asked the minute stands still for it: an answer always finds its offer. */
export function startUndo(key: string): UndoOffer | undefined {
  const offer = offers.find((each) => each.key === key);
  if (!offer || offer.isPending) return undefined;
  clearTimeout(timers.get(key)?.timer);
  change(offers.map((each) => (each === offer ? withoutProblem(each) : each)));
  return offer;
}

const withoutProblem = ({ key, email, items }: UndoOffer): UndoOffer => ({ key, email, items, isPending: true });

export function endUndo(key: string, left: readonly DeletedItem[], problem: string | undefined): void {
  if (left.length === 0) {
    withdrawUndo(key);
    return;
  }
  change(
    offers.map((offer) =>
      offer.key === key
        ? { ...offer, items: left, isPending: false, ...(problem !== undefined && { problem }) }
        : offer,
    ),
  );
  keepFor(key, Math.max(afterProblem, (timers.get(key)?.until ?? 0) - Date.now()));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const getOffers = () => offers;

export function useUndoOffers(email: string): readonly UndoOffer[] {
  return useSyncExternalStore(subscribe, getOffers, getOffers).filter((offer) => offer.email === email);
}
