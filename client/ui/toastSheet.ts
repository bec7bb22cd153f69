import { pageNonce } from '../lib/pageNonce';

/*
 * goober (in notistack) writes into the sheet of this id as it is loaded, and gives it whatever `window.__nonce__` holds, where any
 * script could read it. This one is there before, has the page's nonce from its start and takes no other.
 */
const sheet = document.createElement('style');
sheet.id = '_goober';
sheet.nonce = pageNonce();
sheet.append(' ');
document.head.append(sheet);
Object.defineProperty(sheet, 'nonce', { set: () => undefined });
