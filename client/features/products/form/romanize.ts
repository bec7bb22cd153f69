import anyAscii from 'any-ascii';
import type { Romanize } from './slugOf';

/** Large: loaded by `useDerivedSlug` when a name needs it. */
export const romanize: Romanize = (letters) => anyAscii(letters).toLowerCase();
