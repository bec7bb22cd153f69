import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { createBoundedCache } from '../cache/boundedCache';
import type { PageDescription } from './describePage';

/** A client page rendered to HTML (`client/renderPage.tsx`). */
export interface RenderedPage {
  /** Style elements with the template's nonce placeholder. */
  readonly styles: string;
  readonly imagePreloads: string;
  readonly body: string;
}

export type RenderPage = (address: string, answer: object | null) => Promise<RenderedPage>;

type Page = Pick<PageDescription, 'address' | 'route'>;

export interface PageRenderer {
  /** null: not built yet, or rendering failed; the empty shell is sent instead. */
  readonly render: (page: Page, answer: object | null) => Promise<RenderedPage | null>;
  /** Call this after each build. */
  readonly reload: () => Promise<void>;
}

interface Rendered {
  readonly from: string;
  readonly page: RenderedPage;
}

const sizeOf = ({ from, page: { styles, imagePreloads, body } }: Rendered) =>
  2 * (from.length + styles.length + imagePreloads.length + body.length);

/** `load` imports the render function from the built file. */
export function createPageRenderer(
  file: string,
  log: Logger,
  load = async (url: string) => ((await import(url)) as { renderPage: RenderPage }).renderPage,
): PageRenderer {
  let renderPage: RenderPage | null = null;
  let builds = 0;
  // Pages are identical for everyone, so renderings of the same data are cached.
  const cached = createBoundedCache<Rendered>('renderedPages', sizeOf);

  async function render({ address, route }: Page, answer: object | null): Promise<RenderedPage | null> {
    if (!renderPage) return null;
    const from = JSON.stringify(answer);
    const known = cached.get(address);
    if (known?.from === from) return known.page;
    try {
      const page = await renderPage(address, answer);
      cached.set(address, { from, page });
      return page;
    } catch (error) {
      // The address has what people search for.
      log.error({ err: error, page: route.path }, 'A page could not be rendered');
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
