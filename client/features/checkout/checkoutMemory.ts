import type { CheckoutValues } from './address';

/** What a tab stores about a checkout that it has started; survives a reload. */
interface Remembered {
  /** Authorizes a guest's calls. */
  readonly token?: string | undefined;
  /** Typed input that is not saved on the server yet; never card data. */
  readonly draft?: CheckoutValues | undefined;
}

const keyOf = (id: string) => `kiosk-checkout-${id}`;
const guestKey = 'kiosk-guest-checkout';
/** Without storage it lasts as long as the page. */
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

/** Of a placed order only the token is stored. */
export const forgetDraft = (id: string): void => rememberCheckout(id, { draft: undefined });

/** A guest's latest checkout in this tab; its status shows whether it is finished. */
export const recallGuestCheckout = (): string | undefined => recall(guestKey);
export const rememberGuestCheckout = (id: string): void => remember(guestKey, id);

export const checkoutHeaders = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { 'x-checkout-token': token };
