// React's build for Node uses AsyncLocalStorage, which slows every promise of the process down (docs/decisions/0020).
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

/** Server rendering of the page at an address, as before any script. Rejects with a component's error. */
export async function renderPage(address: string, pageData: PageData): Promise<RenderedPage> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <App pageData={pageData} inRouter={(children) => <StaticRouter location={address}>{children}</StaticRouter>} />,
    // Not streamed: later parts would need a script to insert them.
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
