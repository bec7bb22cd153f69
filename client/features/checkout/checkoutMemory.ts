import type { CheckoutValues } from './address';

/** What a tab knows of a checkout that it has begun; it survives a reload. */
interface Remembered {
  /** Of a guest: shown with each call about it. */
  readonly token?: string | undefined;
  /** What is typed, ahead of what the shop has; never of a card. */
  readonly draft?: CheckoutValues | undefined;
}

const keyOf = (id: string) => `kiosk-checkout-${id}`;
const guestKey = 'kiosk-guest-checkout';
/** Where storage is refused it lasts as long as the page. */
const memory = new Map<string, string>();

function recall(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return memory.get(key);
  }
}

function remember(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    memory.set(key, text);
  }
}

export function recallCheckout(id: string): Remembered {
  try {
    return JSON.parse(recall(keyOf(id)) ?? '{}') as Remembered;
  } catch {
    return {};
  }
}

export const rememberCheckout = (id: string, more: Remembered): void =>
  remember(keyOf(id), JSON.stringify({ ...recallCheckout(id), ...more }));

/** Of what is placed only the key to it is kept. */
export const forgetTyped = (id: string): void => rememberCheckout(id, { draft: undefined });

/** The one that a guest has begun last in this tab; its status says whether it is finished. */
export const recallGuestCheckout = (): string | undefined => recall(guestKey);
export const rememberGuestCheckout = (id: string): void => remember(guestKey, id);

export const checkoutHeaders = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { 'x-checkout-token': token };
