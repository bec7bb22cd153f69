// React's build for Node uses AsyncLocalStorage, which makes every promise of the process dearer (docs/decisions/0020).
import { prerender } from 'react-dom/static.edge';
import { StaticRouter } from 'react-router-dom';
import { App } from './app/App';
import type { PageData } from './app/pageData';

export interface DrawnPage {
  /** MUI's rules for the words below, with a place for the nonce. */
  readonly rules: string;
  /** What starts loading the first screen's pictures. */
  readonly pictures: string;
  readonly body: string;
}

/** The page at an address as it looks before any script has run, for the server. Rejects with what a component throws. */
export async function drawPage(address: string, pageData: PageData): Promise<DrawnPage> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <App pageData={pageData} inRouter={(children) => <StaticRouter location={address}>{children}</StaticRouter>} />,
    // In one piece: what comes later would need a script to put it in its place.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (failure) => void failures.push(failure) },
  );
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  const rules: string[] = [];
  const pictures: string[] = [];
  // Between the elements they would count as siblings in the sheets' selectors.
  const body = html.replace(/<style data-emotion[^<]*<\/style>|<link rel="preload"[^<>]*>/g, (tag) => {
    // As if moved already: else Emotion's own cache moves them behind the shop's sheets, and the page with them, until React hydrates.
    if (tag.startsWith('<style')) rules.push(tag.replace('<style', '<style data-s=""'));
    else pictures.push(tag);
    return '';
  });
  return { rules: rules.join(''), pictures: pictures.join(''), body };
}
