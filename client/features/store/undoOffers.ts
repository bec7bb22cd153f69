import { useSyncExternalStore } from 'react';
import { constants } from '../../lib/constants';
import { expiringStorage } from '../../lib/expiringStorage';
import type { CartLine } from './cartCache';

export interface DeletedItem {
  readonly id: string;
  readonly name: string;
}

export interface RemovedLine {
  readonly line: CartLine;
  /** Its index in the cart. */
  readonly at: number;
}

/** One deletion that can be undone: of one item, or of several at once. */
export interface UndoOffer {
  readonly key: string;
  /** Who deleted. */
  readonly email: string;
  /** What can still be restored. */
  readonly items: readonly DeletedItem[];
  /** Only of a removal from the cart, whose drawer then shows the offer. */
  readonly removed?: RemovedLine;
  /** Of the cart page, which offers it in a toast and nowhere else. */
  readonly isInToast?: true;
  readonly until: number;
  readonly isPending: boolean;
  /** Why the last attempt restored nothing, or not all. */
  readonly problem?: string | undefined;
}

/** Tables offer it for as long as the server can restore; a toast may stay as long, under the pointer. */
const lifetimeMs = { cart: constants.undoOfferMs, table: constants.retention.deletedItemMinutes * 60_000 };
/** Time to read the problem and to try again. */
const afterProblemMs = 30_000;

const memory = expiringStorage<UndoOffer>('kiosk-undo-offers');
let offers: readonly UndoOffer[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let made = 0;
const listeners = new Set<() => void>();

/** A pending offer does not expire, so that the response finds it. */
const isOpen = ({ isPending, until }: UndoOffer) => isPending || until > Date.now();

function change(next: readonly UndoOffer[]): void {
  offers = next.filter(isOpen);
  memory.write(offers.map((offer) => ({ ...offer, isPending: false })));
  clearTimeout(timer);
  const ends = offers.flatMap(({ isPending, until }) => (isPending ? [] : [until]));
  if (ends.length > 0) timer = setTimeout(() => change(offers), Math.min(...ends) - Date.now());
  for (const listener of listeners) listener();
}

function update(key: string, changeOffer: (offer: UndoOffer) => UndoOffer): void {
  change(offers.map((offer) => (offer.key === key ? changeOffer(offer) : offer)));
}

change(memory.read());

/** Survives a reload of the tab. */
export function offerUndo(deletion: Pick<UndoOffer, 'email' | 'items' | 'removed' | 'isInToast'>): string {
  made += 1;
  const key = `deletion-${Date.now()}-${made}`;
  const until = Date.now() + (deletion.removed ? lifetimeMs.cart : lifetimeMs.table);
  change([...offers, { ...deletion, key, until, isPending: false }]);
  return key;
}

export function withdrawUndo(key: string): void {
  change(offers.filter((offer) => offer.key !== key));
}

/** Undefined for an offer that has ended or is being carried out: two buttons may show the same one. */
export function startUndo(key: string): UndoOffer | undefined {
  const offer = offers.find((each) => each.key === key && !each.isPending);
  if (offer) update(key, (begun) => ({ ...begun, isPending: true, problem: undefined }));
  return offer;
}

export function endUndo(key: string, left: readonly DeletedItem[], problem: string | undefined): void {
  if (left.length === 0) {
    withdrawUndo(key);
    return;
  }
  const earliestEnd = Date.now() + afterProblemMs;
  update(key, (offer) => {
    const until = Math.max(offer.until, earliestEnd);
    return { ...offer, items: left, isPending: false, problem, until };
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const getOffers = () => offers;

export function useUndoOffers(email: string | undefined): readonly UndoOffer[] {
  return useSyncExternalStore(subscribe, getOffers, getOffers).filter((offer) => offer.email === email);
}
