import type { CheckoutValues } from './address';

/** What a tab knows of a checkout that it has begun; it survives a reload. */
interface Remembered {
  /** Of a guest: shown with each call about it. */
  readonly token?: string | undefined;
  /** What is typed, ahead of what the shop has; never of a card. */
  readonly draft?: CheckoutValues | undefined;
}

const keyOf = (id: string) => `kiosk-checkout-${id}`;
/** Where storage is refused it lasts as long as the page. */
const memory = new Map<string, Remembered>();

export function recallCheckout(id: string): Remembered {
  try {
    const stored = sessionStorage.getItem(keyOf(id));
    return stored === null ? {} : (JSON.parse(stored) as Remembered);
  } catch {
    return memory.get(id) ?? {};
  }
}

export function rememberCheckout(id: string, more: Remembered): void {
  const next = { ...recallCheckout(id), ...more };
  try {
    sessionStorage.setItem(keyOf(id), JSON.stringify(next));
  } catch {
    memory.set(id, next);
  }
}

/** Of what is placed only the key to it is kept. */
export const forgetTyped = (id: string): void => rememberCheckout(id, { draft: undefined });

const guestKey = 'kiosk-guest-checkout';
let guestCheckout: string | undefined;

/** The one that a guest has begun last in this tab; its status says whether it is finished. */
export function recallGuestCheckout(): string | undefined {
  try {
    return sessionStorage.getItem(guestKey) ?? undefined;
  } catch {
    return guestCheckout;
  }
}

export function rememberGuestCheckout(id: string): void {
  try {
    sessionStorage.setItem(guestKey, id);
  } catch {
    guestCheckout = id;
  }
}

export const checkoutHeaders = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { 'x-checkout-token': token };
