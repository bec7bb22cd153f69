import { useSyncExternalStore } from 'react';
import { constants } from '../../lib/constants';
import { tabMemory } from '../../lib/tabMemory';

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

/** As long as the server has what it needs for it. */
const offeredFor = constants.keptFor.deletedItemMinutes * 60_000;
/** Whoever reads why it did not work can still try again. */
const afterProblem = 30_000;

interface StoredOffer extends UndoOffer {
  readonly until: number;
}

const memory = tabMemory<StoredOffer>('kiosk-undo-offers');
let offers: readonly UndoOffer[] = [];
let made = 0;
const timers = new Map<string, { timer: ReturnType<typeof setTimeout>; until: number }>();
const listeners = new Set<() => void>();

function change(next: readonly UndoOffer[]): void {
  offers = next;
  memory.write(
    next.map((offer) => ({
      ...offer,
      isPending: false,
      until: timers.get(offer.key)?.until ?? Date.now() + offeredFor,
    })),
  );
  for (const listener of listeners) listener();
}

function keepFor(key: string, time: number): void {
  clearTimeout(timers.get(key)?.timer);
  timers.set(key, { timer: setTimeout(() => withdrawUndo(key), time), until: Date.now() + time });
}

/** What the page offered before it was loaded anew. */
for (const { until, ...offer } of memory.read()) {
  offers = [...offers, offer];
  keepFor(offer.key, until - Date.now());
}

/** Stands in the bar above the rows, over a reload too. */
export function offerUndo(email: string, items: readonly DeletedItem[]): string {
  made += 1;
  const key = `deletion-${Date.now()}-${made}`;
  keepFor(key, offeredFor);
  change([...offers, { key, email, items, isPending: false }]);
  return key;
}

export function withdrawUndo(key: string): void {
  clearTimeout(timers.get(key)?.timer);
  timers.delete(key);
  change(offers.filter((offer) => offer.key !== key));
}

/** While the server is asked the time stands still for it: an answer always finds its offer. */
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
  keepFor(key, Math.max(afterProblem, (timers.get(key)?.until ?? 0) - Date.now()));
  change(
    offers.map((offer) =>
      offer.key === key
        ? { ...offer, items: left, isPending: false, ...(problem !== undefined && { problem }) }
        : offer,
    ),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const getOffers = () => offers;

export function useUndoOffers(email: string): readonly UndoOffer[] {
  return useSyncExternalStore(subscribe, getOffers, getOffers).filter((offer) => offer.email === email);
}
