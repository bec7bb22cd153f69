import type { AnswerCache } from '../cache/answerCache';
import { createGate, type Gate } from '../http/gate';

/** Whole lists of what everybody may see, as the pages that they are sent in. */
export interface WholeLists {
  /** Takes a place among those who are sent a whole list; what it resolves to is to be called when that has ended. */
  readonly enter: Gate['enter'];
  readonly find: (key: string) => readonly Buffer[] | null;
  /** To be told each page, and at the end that it was the last. */
  readonly begin: (key: string) => { readonly add: (page: Buffer) => void; readonly end: () => void };
}

/** A list that takes longer to be read by its caller holds its place as long. */
const placeLimits = { perClient: 2, inAll: 16 };
/** A longer one would leave the cache to nothing else. */
const mostBytes = 8 * 1024 * 1024;

export function createWholeLists(answers: AnswerCache, isLimited: boolean, onRefusal: () => void): WholeLists {
  const gate = createGate(placeLimits, isLimited, onRefusal);
  const cached = answers<{ readonly pages: readonly Buffer[]; readonly bytes: number }>({ name: 'whole list' });
  return {
    enter: gate.enter,
    find: (key) => cached.find(key)?.pages ?? null,
    begin: (key) => {
      const store = cached.begin(key);
      const pages: Buffer[] = [];
      let bytes = 0;
      return {
        add: (page) => {
          bytes += page.length;
          if (bytes <= mostBytes) pages.push(page);
          else pages.length = 0;
        },
        end: () => {
          if (bytes <= mostBytes) store({ pages, bytes });
        },
      };
    },
  };
}
