import type { Product } from '../__generated__/resolvers';
import type { PageDescription } from './describePage';
import { escapeHtml, jsonForHtml } from './escape';
import { pageTable } from './pageTable';

/** The fields of the client's Product query that the head uses. */
export type PageProduct = Required<
  Pick<
    Product,
    'slug' | 'name' | 'description' | 'photos' | 'price' | 'inStock' | 'categories' | 'rating' | 'reviewCount'
  >
>;

export interface HeadParts {
  readonly page: PageDescription;
  readonly product: PageProduct | null;
  /** The product could not be read: the page says nothing to search engines, which keep what they have. */
  readonly isUnknown: boolean;
  /** The origin of absolute URLs. */
  readonly origin: string;
  /** Whether the shop serves a file at this path. */
  readonly hasFile: (path: string) => boolean;
}

const defaultImage = '/share.jpg';
const { documentTitle, pageDescription, productPath } = pageTable;

/** The page's head, derived from its URL and data; the same texts as the client sets. */
export function pageHead({ page, product, isUnknown, origin, hasFile }: HeadParts): string {
  const title = documentTitle(product?.name ?? page.title);
  const description = pageDescription(product?.description ?? '') || page.description;
  const address = product ? productPath(product.slug) : page.canonical;
  const image = origin + (ownImage(product?.photos[0], hasFile) ?? defaultImage);
  const social: (readonly [string, string])[] = [
    ['og:site_name', 'Kiosk'],
    ['og:type', product ? 'product' : 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:image', image],
    ...(address === null ? [] : [['og:url', origin + address] as const]),
    ...(product
      ? ([
          ['product:price:amount', product.price.toFixed(2)],
          ['product:price:currency', 'USD'],
        ] as const)
      : []),
  ];
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    ...(address === null ? [] : [`<link rel="canonical" href="${escapeHtml(origin + address)}" />`]),
    ...(address === null && !isUnknown ? ['<meta name="robots" content="noindex" />'] : []),
    ...social.map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
    ...(product
      ? [`<script type="application/ld+json">${jsonForHtml(productFacts(product, origin, image))}</script>`]
      : []),
  ].join('\n    ');
}

/** Link previews do not support AVIF: the shop's own pictures have a JPEG variant. */
function ownImage(photo: string | undefined, hasFile: HeadParts['hasFile']): string | null {
  const jpeg = photo?.replace(/\.avif$/, '.jpg');
  return jpeg?.startsWith('/') && hasFile(jpeg) ? jpeg : null;
}

/** schema.org structured data for search engines. A default rating is left out. */
function productFacts(product: PageProduct, origin: string, image: string): object {
  const url = origin + productPath(product.slug);
  const { rating, reviewCount } = product;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    ...(product.description && { description: product.description }),
    sku: product.slug,
    image: [image],
    url,
    ...(product.categories[0] !== undefined && { category: product.categories.join(' > ') }),
    ...(rating !== null &&
      reviewCount !== null &&
      reviewCount > 0 && { aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount } }),
    offers: {
      '@type': 'Offer',
      url,
      price: product.price.toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${product.inStock ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
    },
  };
}
