import type { Response } from 'express';
import type { KnownVersion } from '../database/catalogueVersion';
import { createGate } from '../http/gate';

/** Whole lists of what everybody may see, made once for each version of the catalogue. */
export interface WholeLists {
  /** Takes a place among those who are sent a whole list; what it returns is to be called when that has ended. */
  readonly enter: (client: string) => () => void;
  /** The pages of a list as they are sent; null where it is not kept. */
  readonly find: (key: string) => readonly Buffer[] | null;
  /** To be told each page, and at the end that it was the last. */
  readonly begin: (key: string) => { readonly add: (page: Buffer) => void; readonly end: () => void };
}

/** A list that takes longer to be read by its caller holds its place as long. */
const placeLimits = { perClient: 2, inAll: 16 };
/** Outside the heap. The rows of REST decide the keys, so only a few lists compete for it. */
const mostBytes = 16 * 1024 * 1024;

export function createWholeLists(catalogue: KnownVersion, isLimited: boolean): WholeLists {
  const gate = createGate(placeLimits, isLimited);
  let version = 0;
  let bytes = 0;
  let kept = new Map<string, readonly Buffer[]>();

  /** null: others may have written what is not known here. */
  const turn = (): number | null => {
    const current = catalogue.current();
    if (current !== version) [version, bytes, kept] = [current ?? 0, 0, new Map()];
    return current;
  };

  return {
    enter: gate.enter,
    find: (key) => (turn() === null ? null : (kept.get(key) ?? null)),
    begin: (key) => {
      const begun = turn();
      let pages: Buffer[] | null = begun === null ? null : [];
      let size = 0;
      return {
        add: (page) => {
          size += page.length;
          if (size > mostBytes) pages = null;
          pages?.push(page);
        },
        end: () => {
          if (!pages || turn() !== begun || kept.has(key) || bytes + size > mostBytes) return;
          kept.set(key, pages);
          bytes += size;
        },
      };
    },
  };
}

/** Waits until the caller has taken what is written, or has left: false then. */
export async function written(response: Response, part: Buffer | string): Promise<boolean> {
  if (response.destroyed) return false;
  if (response.write(part)) return true;
  await new Promise<void>((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
  return !response.destroyed;
}
