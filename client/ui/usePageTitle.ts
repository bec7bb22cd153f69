import { useEffect } from 'react';

const shop =
  'Shop from our curated collection of high-quality products across electronics, fashion, home & garden, and sports & fitness.';

/** The window's title and the page's description, as the served HTML has them for a document load. */
export function usePageTitle(title: string, description = shop): void {
  useEffect(() => {
    document.title = title === '' ? 'Kiosk: good things for every day' : `${title} · Kiosk`;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
}
