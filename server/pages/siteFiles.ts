import { Router, type RequestHandler, type Response } from 'express';
import type { RateLimiter } from '../http/rateLimits';
import { notFound } from '../http/httpErrors';
import { stateOf } from '../http/requestState';
import { constants } from '../constants';
import { publicPages } from './describePage';
import { escapeHtml } from './escape';

export interface SiteFileParts {
  readonly publicUrl: () => string;
  readonly limiter: RateLimiter;
  readonly products: {
    readonly countListed: () => Promise<number>;
    /** The slugs of what shoppers see, newest first. */
    readonly listedSlugs: (skip: number, limit: number) => Promise<string[]>;
  };
  /** How many addresses one part holds: a part is built in memory, and search engines take at most 50,000. */
  readonly partSize?: number;
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** What crawlers ask for: robots.txt, and a sitemap in parts, so that a catalogue of any size fits. */
export function siteFiles({ publicUrl, limiter, products, partSize = 10_000 }: SiteFileParts): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const counted: RequestHandler = (_request, response, next) => {
    stateOf(response).route = 'sitemap';
    limiter('reads', stateOf(response).client);
    next();
  };
  router.get('/robots.txt', (_request, response) => {
    stateOf(response).route = 'robots';
    keepForAnHour(response).type('text/plain; charset=utf-8');
    response.end(
      `User-agent: *\nDisallow: /admin\nDisallow: /account\nDisallow: /dashboard\n\nSitemap: ${publicUrl()}/sitemap.xml\n`,
    );
  });
  router.get('/sitemap.xml', counted, async (_request, response) => {
    const parts = Math.ceil((await products.countListed()) / partSize);
    const files = [
      '/sitemap-pages.xml',
      ...Array.from({ length: parts }, (_, index) => `/sitemap-products-${index + 1}.xml`),
    ];
    const entries = files.map((file) => `<sitemap><loc>${escapeHtml(publicUrl() + file)}</loc></sitemap>\n`);
    keepForAnHour(response).type('application/xml');
    response.end(`${xml}<sitemapindex ${namespace}>\n${entries.join('')}</sitemapindex>\n`);
  });
  router.get('/sitemap-pages.xml', counted, (_request, response) => {
    const categories = constants.categories.map(({ name }) => `/products?category=${encodeURIComponent(name)}`);
    const entries = [...Object.keys(publicPages), ...categories].map((path) => entry(publicUrl() + path));
    keepForAnHour(response).type('application/xml');
    response.end(`${xml}<urlset ${namespace}>\n${entries.join('')}</urlset>\n`);
  });
  router.get(/^\/sitemap-products-([1-9]\d{0,4})\.xml$/, counted, async (request, response, next) => {
    const part = Number(request.params[0]);
    const slugs = await products.listedSlugs((part - 1) * partSize, partSize);
    if (slugs.length === 0) return notFound(request, response, next);
    const entries = slugs.map((slug) => entry(`${publicUrl()}/products/${encodeURIComponent(slug)}`));
    keepForAnHour(response).type('application/xml');
    response.end(`${xml}<urlset ${namespace}>\n${entries.join('')}</urlset>\n`);
  });
  return router;
}

function entry(address: string): string {
  return `<url><loc>${escapeHtml(address)}</loc></url>\n`;
}

function keepForAnHour(response: Response): Response {
  response.setHeader('Cache-Control', 'public, max-age=3600');
  return response;
}
