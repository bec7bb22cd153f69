import type { PageCall } from './describePage';
import { escapeHtml } from './escape';

/** The sizes that the client's grid and its product page give; another one would load a picture twice (a browser test looks). */
const gridSizes = '(min-width: 1100px) 290px, 46vw';
const productSizes = '(min-width: 900px) 640px, 100vw';
/** The first row on a phone. */
const firstRow = 2;

interface Pictured {
  readonly photos: readonly string[];
}

/** Lets the largest pictures of the first screen start loading with the HTML; only the shop's own, which come in two sizes. */
export function firstPictures(call: PageCall, data: Record<string, unknown>): string {
  if (call.operation === 'Product') return preload(data['product'] as Pictured | null, productSizes);
  const { nodes } = data['products'] as { nodes: readonly Pictured[] };
  return nodes
    .slice(0, firstRow)
    .map((product) => preload(product, gridSizes))
    .join('');
}

function preload(product: Pictured | null, sizes: string): string {
  const photo = product?.photos[0] ?? '';
  const base = /^(\/pictures\/(?!category-).+)-800\.avif$/.exec(photo)?.[1];
  if (base === undefined) return '';
  const sources = escapeHtml(`${base}-400.avif 400w, ${photo} 800w`);
  return `\n    <link rel="preload" as="image" fetchpriority="high" imagesrcset="${sources}" imagesizes="${sizes}" />`;
}
