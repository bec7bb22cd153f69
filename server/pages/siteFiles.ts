import { Router, type RequestHandler, type Response } from 'express';
import type { AnswerCache } from '../cache/answerCache';
import { createConcurrencyLimiter } from '../http/concurrencyLimiter';
import { chargeReads, type RateLimiter } from '../http/rateLimits';
import { notFound } from '../http/httpErrors';
import { requestStateOf } from '../http/requestState';
import { escapeHtml } from './escape';
import { disallowedPaths, listedAddresses, pageTable } from './pageTable';

/** A position in the list. */
interface StoredPosition {
  readonly key: unknown;
  readonly id: unknown;
}

export interface SiteFileDeps {
  readonly publicUrl: () => string;
  readonly limiter: RateLimiter;
  readonly products: {
    readonly countListed: () => Promise<number>;
    /** The slugs visible to shoppers, newest first, after a position. */
    readonly listedSlugs: (
      after: StoredPosition | null,
      limit: number,
    ) => Promise<readonly { readonly slug: string; readonly position: StoredPosition }[]>;
  };
  readonly answers: AnswerCache;
  /** Called for each rejected request. */
  readonly onRefusal?: () => void;
  /** URLs per part: a part is built in memory, and search engines accept at most 50,000. */
  readonly partSize?: number;
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** Crawlers may cache it for an hour. */
const sitemap = { name: 'sitemap', mayLag: true } as const;
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** robots.txt, and a sitemap in parts, so that it works for a catalogue of any size. */
export function siteFiles(siteDeps: SiteFileDeps): Router {
  const { publicUrl, limiter, partSize = 10_000 } = siteDeps;
  const router = Router({ caseSensitive: true, strict: true });
  const readPart = partReader(siteDeps, partSize);
  const counts = siteDeps.answers<{ readonly count: number; readonly bytes: number }>({ ...sitemap, name: 'listed' });
  const countListed = () =>
    counts.read('count', async () => ({ count: await siteDeps.products.countListed(), bytes: 64 }));
  const counted: RequestHandler = (_request, response, next) => {
    const state = requestStateOf(response);
    state.route = 'sitemap';
    limiter('reads', state.client);
    state.paidReads += 1;
    next();
  };
  router.get('/robots.txt', (_request, response) => {
    requestStateOf(response).route = 'robots';
    keepForAnHour(response).type('text/plain; charset=utf-8');
    const disallowed = disallowedPaths(pageTable.routes).map((path) => `Disallow: ${path}\n`);
    response.end(`User-agent: *\n${disallowed.join('')}\nSitemap: ${publicUrl()}/sitemap.xml\n`);
  });
  router.get('/sitemap.xml', counted, async (_request, response) => {
    const parts = Math.ceil(((await countListed())?.count ?? 0) / partSize);
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
    const charge = (reads: number) => chargeReads(limiter, requestStateOf(response), reads);
    const body = await readPart(Number(request.params[0]), requestStateOf(response).client, charge);
    if (body === null) return notFound(request, response, next);
    keepForAnHour(response).type('application/xml');
    response.end(body);
  });
  return router;
}

type Charge = (reads: number) => void;

const batchSize = 1_000;
const concurrencyLimits = { perClient: 1, total: 4 };
/** Start positions for catalogues of millions. */
const startsBytes = 100_000;

/**
 * Renders a part; null: no such part. Each part starts where the previous one ended, so that unknown starts require
 * reading the earlier parts. Charges one read per thousand products read or sent.
 */
function partReader({ publicUrl, products, answers, limiter, onRefusal }: SiteFileDeps, partSize: number) {
  const concurrency = createConcurrencyLimiter(concurrencyLimits, limiter.counts('reads'), onRefusal);
  const parts = answers<{ readonly body: Buffer; readonly reads: number; readonly bytes: number }>(sitemap);
  /** The start position of each part; none after the last. */
  const starts = answers<{ readonly after: (StoredPosition | null)[]; readonly bytes: number }>({
    ...sitemap,
    name: 'sitemap starts',
  });

  const readSlugs = async (after: StoredPosition | null, charge: Charge) => {
    const slugs: string[] = [];
    let position = after;
    while (slugs.length < partSize) {
      charge(1);
      const limit = Math.min(batchSize, partSize - slugs.length);
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

  return async (part: number, client: string, charge: Charge): Promise<Buffer | null> => {
    const found = parts.find(String(part));
    if (found) {
      charge(found.reads);
      return found.body;
    }
    const release = await concurrency.acquire(client);
    try {
      const store = parts.begin(String(part));
      const known = await starts.read('all', async () => ({ after: [null], bytes: startsBytes }));
      const after = known?.after ?? [null];
      for (let number = Math.min(part, after.length); ; number += 1) {
        const start = after[number - 1];
        if (start === undefined) return null;
        const { slugs, end } = await readSlugs(start, charge);
        if (end !== null) after[number] = end;
        if (number < part) continue;
        if (slugs.length === 0) return null;
        const body = Buffer.from(write(slugs));
        store({ body, reads: Math.max(1, Math.ceil(slugs.length / batchSize)), bytes: body.length });
        return body;
      }
    } finally {
      release();
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
