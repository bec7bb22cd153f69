export const siteTitle = 'Kiosk: good things for every day';
export const siteDescription =
  'Shop from our curated collection of high-quality products across electronics, fashion, home & garden, and sports & fitness.';

/** For unknown addresses. */
export const notFoundHead = { title: 'Page not found', description: 'There is nothing at this address.' };

export const documentTitle = (title: string): string => (title === siteTitle ? title : `${title} · Kiosk`);
