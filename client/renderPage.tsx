// React's build for Node uses AsyncLocalStorage, which makes every promise of the process dearer (docs/decisions/0020).
import { prerender } from 'react-dom/static.edge';
import { StaticRouter } from 'react-router-dom';
import { App } from './app/App';
import type { PageData } from './app/pageData';

export interface RenderedPage {
  /** MUI's style elements for the body, with a place for the nonce. */
  readonly styles: string;
  readonly imagePreloads: string;
  readonly body: string;
}

/** The page at an address as it looks before any script has run, for the server. Rejects with what a component throws. */
export async function renderPage(address: string, pageData: PageData): Promise<RenderedPage> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <App pageData={pageData} inRouter={(children) => <StaticRouter location={address}>{children}</StaticRouter>} />,
    // In one piece: what comes later would need a script to put it in its place.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (failure) => void failures.push(failure) },
  );
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  const styles: string[] = [];
  const imagePreloads: string[] = [];
  // Between the elements they would count as siblings in selectors.
  const body = html.replace(/<style data-emotion[^<]*<\/style>|<link rel="preload"[^<>]*>/g, (tag) => {
    // Marked as moved: otherwise Emotion's default cache moves them into the head.
    if (tag.startsWith('<style')) styles.push(tag.replace('<style', '<style data-s=""'));
    else imagePreloads.push(tag);
    return '';
  });
  return { styles: styles.join(''), imagePreloads: imagePreloads.join(''), body };
}
