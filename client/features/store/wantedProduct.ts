import type { Addable } from './storeActions';

const key = 'kiosk-wanted';
const onTheWay = /^\/(login|register|account\/action)\/?$/i;

/** What somebody without an account has pressed Add for: it is added when they have signed in or up. */
export function rememberWanted(product: Addable): void {
  const { slug, name, photos, price, categories } = product;
  try {
    sessionStorage.setItem(key, JSON.stringify({ slug, name, photos, price, categories }));
  } catch {
    // Without storage it is added by hand.
  }
}

/** Once: what is taken is forgotten. */
export function takeWanted(): Addable | undefined {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return text === null ? undefined : (JSON.parse(text) as Addable);
  } catch {
    return undefined;
  }
}

/** Who goes elsewhere than to sign in or up wants it no more. */
export function keepWantedOnlyOnTheWay(pathname: string): void {
  if (!onTheWay.test(pathname)) takeWanted();
}
