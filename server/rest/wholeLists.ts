import type { AnswerCache } from '../cache/answerCache';
import { createConcurrencyLimiter, type ConcurrencyLimiter } from '../http/concurrencyLimiter';

/** Complete public lists, cached as the pages in which they are sent. */
export interface WholeLists {
  /** Acquires a slot for sending a whole list; resolves to a function that releases it. */
  readonly acquire: ConcurrencyLimiter['acquire'];
  readonly find: (key: string) => readonly Buffer[] | null;
  /** Returns a recorder for the pages; `end` stores the complete list. */
  readonly begin: (key: string) => { readonly add: (page: Buffer) => void; readonly end: () => void };
}

/** A slow reader occupies its slot until it has read the list. */
const concurrencyLimits = { perClient: 2, total: 16 };
/** A longer list would evict everything else. */
const maxBytes = 8 * 1024 * 1024;

export function createWholeLists(answers: AnswerCache, isLimited: boolean, onRefusal: () => void): WholeLists {
  const concurrency = createConcurrencyLimiter(concurrencyLimits, isLimited, onRefusal);
  const cached = answers<{ readonly pages: readonly Buffer[]; readonly bytes: number }>({ name: 'whole list' });
  return {
    acquire: concurrency.acquire,
    find: (key) => cached.find(key)?.pages ?? null,
    begin: (key) => {
      const store = cached.begin(key);
      const pages: Buffer[] = [];
      let bytes = 0;
      return {
        add: (page) => {
          bytes += page.length;
          if (bytes <= maxBytes) pages.push(page);
          else pages.length = 0;
        },
        end: () => {
          if (bytes <= maxBytes) store({ pages, bytes });
        },
      };
    },
  };
}
