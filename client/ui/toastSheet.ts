import { pageNonce } from '../lib/pageNonce';

/*
 * goober (in notistack) inserts its rules into the style element of this id and sets its nonce from `window.__nonce__`, which any
 * script could read. This element is created before, has the page's nonce and ignores another one.
 */
const sheet = document.createElement('style');
sheet.id = '_goober';
sheet.nonce = pageNonce();
sheet.append(' ');
document.head.append(sheet);
Object.defineProperty(sheet, 'nonce', { set: () => undefined });
