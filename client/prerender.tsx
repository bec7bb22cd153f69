import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from './app/App';

export interface Prerendered {
  /** Preloads of pictures and MUI's rules for the words below. */
  readonly head: string;
  readonly body: string;
}

/** A page as it looks before any script has run; run once by the build (scripts/prerender.mjs). */
export function prerender(path: string): Prerendered {
  const html = renderToString(<App inRouter={(children) => <StaticRouter location={path}>{children}</StaticRouter>} />);
  const head: string[] = [];
  // Between the elements they would count as siblings in the sheets' selectors.
  const body = html.replace(/<style data-emotion[^<]*<\/style>|<link rel="preload"[^<>]*>/g, (tag) => {
    head.push(tag);
    return '';
  });
  return { head: head.join(''), body };
}
