import type { Addable } from './storeActions';

const key = 'kiosk-wanted';
const onTheWay = /^\/(login|register|account\/action)\/?$/i;

/** An anonymous user's Add, which is completed after the sign-in. */
export function savePendingAdd(product: Addable): void {
  const { id, slug, name, photos, price, categories } = product;
  try {
    sessionStorage.setItem(key, JSON.stringify({ id, slug, name, photos, price, categories }));
  } catch {
    // Without storage the user has to add it again.
  }
}

export function takePendingAdd(): Addable | undefined {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return text === null ? undefined : (JSON.parse(text) as Addable);
  } catch {
    return undefined;
  }
}

/** Navigating elsewhere than to the sign-in cancels it. */
export function cancelPendingAddUnlessSigningIn(pathname: string): void {
  if (!onTheWay.test(pathname)) takePendingAdd();
}
