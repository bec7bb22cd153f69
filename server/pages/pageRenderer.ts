import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { createBoundedCache } from '../cache/boundedCache';

/** A page of the client's as it looks before any script has run (`client/renderPage.tsx`). */
export interface RenderedPage {
  /** Style elements, with the template's place for the nonce. */
  readonly styles: string;
  readonly imagePreloads: string;
  readonly body: string;
}

export type RenderPage = (address: string, answer: object | null) => Promise<RenderedPage>;

export interface PageRenderer {
  /** null: nothing is built yet, or rendering failed; the page then goes out as the empty shell. */
  readonly render: (address: string, answer: object | null) => Promise<RenderedPage | null>;
  /** After each build. */
  readonly reload: () => Promise<void>;
}

interface Rendered {
  readonly from: string;
  readonly page: RenderedPage;
}

const sizeOf = ({ from, page: { styles, imagePreloads, body } }: Rendered) =>
  2 * (from.length + styles.length + imagePreloads.length + body.length);

/** `load` imports the client's function from the built file. */
export function createPageRenderer(
  file: string,
  log: Logger,
  load = async (url: string) => ((await import(url)) as { renderPage: RenderPage }).renderPage,
): PageRenderer {
  let renderPage: RenderPage | null = null;
  let builds = 0;
  // A page is the same for everybody: what was rendered from the same data need not be rendered again.
  const cached = createBoundedCache<Rendered>('renderedPages', sizeOf);

  async function render(address: string, answer: object | null): Promise<RenderedPage | null> {
    if (!renderPage) return null;
    const from = JSON.stringify(answer);
    const known = cached.get(address);
    if (known?.from === from) return known.page;
    try {
      const page = await renderPage(address, answer);
      cached.set(address, { from, page });
      return page;
    } catch (error) {
      log.error({ err: error, address }, 'A page could not be rendered');
      return null;
    }
  }

  async function reload(): Promise<void> {
    if (!existsSync(file)) return;
    builds += 1;
    try {
      renderPage = await load(`${pathToFileURL(file).href}?build=${builds}`);
      cached.clear();
    } catch (error) {
      log.error({ err: error }, 'What renders the pages cannot be loaded');
    }
  }

  return { render, reload };
}
