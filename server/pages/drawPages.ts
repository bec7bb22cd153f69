import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { createBoundedCache } from '../cache/boundedCache';

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

interface Drawn {
  readonly from: string;
  readonly page: DrawnPage;
}

const sizeOf = ({ from, page: { rules, pictures, body } }: Drawn) =>
  2 * (from.length + rules.length + pictures.length + body.length);

/** `load` brings the client's function from the file that the build has written. */
export function createPageDrawer(
  file: string,
  log: Logger,
  load = async (url: string) => ((await import(url)) as { drawPage: DrawPage }).drawPage,
): PageDrawer {
  let drawPage: DrawPage | null = null;
  let builds = 0;
  // A page is the same for everybody: what was drawn from the same data need not be drawn again.
  const cached = createBoundedCache<Drawn>('drawnPages', sizeOf);

  async function draw(address: string, answer: object | null): Promise<DrawnPage | null> {
    if (!drawPage) return null;
    const from = JSON.stringify(answer);
    const known = cached.get(address);
    if (known?.from === from) return known.page;
    try {
      const page = await drawPage(address, answer);
      cached.set(address, { from, page });
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
      cached.clear();
    } catch (error) {
      log.error({ err: error }, 'What draws the pages cannot be loaded');
    }
  }

  return { draw, reload };
}
