import { Router, type RequestHandler, type Response } from 'express';
import type { KnownVersion } from '../database/catalogueVersion';
import { createGate } from '../http/gate';
import { chargeReads, type RateLimiter } from '../http/rateLimits';
import { notFound } from '../http/httpErrors';
import { stateOf } from '../http/requestState';
import { escapeHtml } from './escape';
import { disallowedPaths, listedAddresses, pageTable } from './pageTable';

/** Where a reader stands in the list. */
interface StoredPosition {
  readonly key: unknown;
  readonly id: unknown;
}

export interface SiteFileParts {
  readonly publicUrl: () => string;
  readonly limiter: RateLimiter;
  readonly products: {
    readonly countListed: () => Promise<number>;
    /** The slugs of what shoppers see, newest first, after a position of the list. */
    readonly listedSlugs: (
      after: StoredPosition | null,
      limit: number,
    ) => Promise<readonly { readonly slug: string; readonly position: StoredPosition }[]>;
  };
  /** A part is made once for each version of it. */
  readonly catalogue: Pick<KnownVersion, 'known'>;
  /** How many addresses one part holds: a part is built in memory, and search engines take at most 50,000. */
  readonly partSize?: number;
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** What crawlers ask for: robots.txt, and a sitemap in parts, so that a catalogue of any size fits. */
export function siteFiles(siteParts: SiteFileParts): Router {
  const { publicUrl, limiter, partSize = 10_000 } = siteParts;
  const router = Router({ caseSensitive: true, strict: true });
  const readPart = partReader(siteParts, partSize);
  const countListed = onceAVersion(siteParts.catalogue, siteParts.products.countListed);
  const counted: RequestHandler = (_request, response, next) => {
    const state = stateOf(response);
    state.route = 'sitemap';
    limiter('reads', state.client);
    state.paidReads += 1;
    next();
  };
  router.get('/robots.txt', (_request, response) => {
    stateOf(response).route = 'robots';
    keepForAnHour(response).type('text/plain; charset=utf-8');
    const disallowed = disallowedPaths(pageTable.routes).map((path) => `Disallow: ${path}\n`);
    response.end(`User-agent: *\n${disallowed.join('')}\nSitemap: ${publicUrl()}/sitemap.xml\n`);
  });
  router.get('/sitemap.xml', counted, async (_request, response) => {
    const parts = Math.ceil((await countListed()) / partSize);
    const files = [
      '/sitemap-pages.xml',
      ...Array.from({ length: parts }, (_, index) => `/sitemap-products-${index + 1}.xml`),
    ];
    const entries = files.map((file) => `<sitemap><loc>${escapeHtml(publicUrl() + file)}</loc></sitemap>\n`);
    keepForAnHour(response).type('application/xml');
    response.end(`${xml}<sitemapindex ${namespace}>\n${entries.join('')}</sitemapindex>\n`);
  });
  router.get('/sitemap-pages.xml', counted, (_request, response) => {
    const entries = listedAddresses(pageTable.routes).map((path) => entry(publicUrl() + path));
    keepForAnHour(response).type('application/xml');
    response.end(`${xml}<urlset ${namespace}>\n${entries.join('')}</urlset>\n`);
  });
  router.get(/^\/sitemap-products-([1-9]\d{0,4})\.xml$/, counted, async (request, response, next) => {
    const charge = (reads: number) => chargeReads(limiter, stateOf(response), reads);
    const text = await readPart(Number(request.params[0]), stateOf(response).client, charge);
    if (text === null) return notFound(request, response, next);
    keepForAnHour(response).type('application/xml');
    response.end(text);
  });
  return router;
}

/** What fails is not kept. */
function onceAVersion<T>({ known }: SiteFileParts['catalogue'], read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly version: number; readonly result: Promise<T> } | null = null;
  return async () => {
    const version = known();
    if (kept?.version === version) return kept.result;
    const mine = { version, result: read() };
    kept = mine;
    mine.result.catch(() => {
      if (kept === mine) kept = null;
    });
    return mine.result;
  };
}

type Charge = (reads: number) => void;

const batch = 1_000;
const placeLimits = { perClient: 1, inAll: 4 };
const mostKeptLength = 4 * 1024 * 1024;

/**
 * The text of a part; null where there is none. Each part is read from where the one before it ended, so that the earlier ones
 * are read first where that is not known. Whoever asks pays one read for each thousand products that are read or sent.
 */
function partReader({ publicUrl, products, catalogue, limiter }: SiteFileParts, partSize: number) {
  const gate = createGate(placeLimits, limiter.counts('reads'));
  let version = 0;
  let length = 0;
  let kept = new Map<number, { readonly text: string; readonly reads: number }>();
  /** After which position each part begins; none after the last. */
  let starts: (StoredPosition | null)[] = [null];

  const readSlugs = async (after: StoredPosition | null, charge: Charge) => {
    const slugs: string[] = [];
    let position = after;
    while (slugs.length < partSize) {
      charge(1);
      const limit = Math.min(batch, partSize - slugs.length);
      const rows = await products.listedSlugs(position, limit);
      for (const { slug } of rows) slugs.push(slug);
      position = rows.at(-1)?.position ?? position;
      if (rows.length < limit) return { slugs, end: null };
    }
    return { slugs, end: position };
  };

  const write = (slugs: readonly string[]) => {
    const entries = slugs.map((slug) => entry(publicUrl() + pageTable.productPath(slug)));
    return `${xml}<urlset ${namespace}>\n${entries.join('')}</urlset>\n`;
  };

  return async (part: number, client: string, charge: Charge): Promise<string | null> => {
    const now = catalogue.known();
    if (now !== version) [version, length, kept, starts] = [now, 0, new Map(), [null]];
    const found = kept.get(part);
    if (found) {
      charge(found.reads);
      return found.text;
    }
    const leave = gate.enter(client);
    try {
      const [mine, texts] = [starts, kept];
      for (let number = Math.min(part, mine.length); ; number += 1) {
        const start = mine[number - 1];
        if (start === undefined) return null;
        const { slugs, end } = await readSlugs(start, charge);
        if (end !== null) mine[number] = end;
        if (number < part) continue;
        if (slugs.length === 0) return null;
        const text = write(slugs);
        if (texts === kept && !texts.has(part) && length + text.length <= mostKeptLength) {
          texts.set(part, { text, reads: Math.max(1, Math.ceil(slugs.length / batch)) });
          length += text.length;
        }
        return text;
      }
    } finally {
      leave();
    }
  };
}

function entry(address: string): string {
  return `<url><loc>${escapeHtml(address)}</loc></url>\n`;
}

function keepForAnHour(response: Response): Response {
  response.setHeader('Cache-Control', 'public, max-age=3600');
  return response;
}
