import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';

/** A page of the client's as it looks before any script has run (`client/drawPage.tsx`). */
export interface DrawnPage {
  /** Style elements, with the template's place for the nonce. */
  readonly rules: string;
  /** Preloads of the first screen's pictures. */
  readonly pictures: string;
  readonly body: string;
}

export type DrawPage = (address: string, answer: object | null) => Promise<DrawnPage>;

export interface PageDrawer {
  /** null: nothing is built yet, or drawing failed; the page then goes out as the empty shell. */
  readonly draw: (address: string, answer: object | null) => Promise<DrawnPage | null>;
  /** After each build. */
  readonly reload: () => Promise<void>;
}

/** A page is the same for everybody, so that what was drawn from the same data need not be drawn again. */
const mostKept = 100;

interface Kept {
  readonly from: string;
  readonly page: DrawnPage;
}

/** `load` brings the client's function from the file that the build has written. */
export function createPageDrawer(
  file: string,
  log: Logger,
  load = async (url: string) => ((await import(url)) as { drawPage: DrawPage }).drawPage,
): PageDrawer {
  let drawPage: DrawPage | null = null;
  let builds = 0;
  const kept = new Map<string, Kept>();

  async function draw(address: string, answer: object | null): Promise<DrawnPage | null> {
    if (!drawPage) return null;
    const from = JSON.stringify(answer);
    const known = kept.get(address);
    kept.delete(address);
    try {
      const page = known?.from === from ? known.page : await drawPage(address, answer);
      kept.set(address, { from, page });
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
      return page;
    } catch (error) {
      log.error({ err: error, address }, 'A page could not be drawn');
      return null;
    }
  }

  async function reload(): Promise<void> {
    if (!existsSync(file)) return;
    builds += 1;
    try {
      drawPage = await load(`${pathToFileURL(file).href}?build=${builds}`);
      kept.clear();
    } catch (error) {
      log.error({ err: error }, 'What draws the pages cannot be loaded');
    }
  }

  return { draw, reload };
}
