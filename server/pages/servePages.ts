import type { Request, RequestHandler, Response } from 'express';
import { describePage, notFoundPage, type PageCall } from './describePage';
import { jsonForHtml } from './escape';
import type { RenderedPage, PageRenderer } from './pageRenderer';
import type { ReadPageData } from './pageData';
import { pageHead, type PageProduct } from './pageHead';
import { pageTable } from './pageTable';
import { sendHtml } from './sendHtml';
import type { ClientFiles, PageTemplate } from '../http/clientFiles';
import { notFound } from '../http/httpErrors';
import type { RateLimiter } from '../http/rateLimits';
import { requestStateOf } from '../http/requestState';
import { opensForPayments, setPagePolicy, setPlaygroundPolicy, type SecuritySettings } from '../http/securityHeaders';

export interface PageDeps {
  readonly files: ClientFiles;
  readonly security: SecuritySettings;
  readonly playground: boolean;
  readonly readData: ReadPageData;
  /** False: the shell is sent without the data of its first screen. */
  readonly htmlData: boolean;
  readonly renderPage: PageRenderer['render'];
  readonly contactRetentionDays: number;
  readonly limiter: RateLimiter;
  readonly publicUrl: () => string;
}

/** Tells the client that this document's CSP allows the payment provider. */
const paymentMark = '\n    <meta name="payments" content="open" />';
const noncePlace = '__CSP_NONCE__';
/**
 * Placeholder for the retention of messages: one build serves shops with any setting. With its element, which no text can
 * contain.
 */
const retentionPlace = /(?<=<span id="contact-retention">)__CONTACT_RETENTION_DAYS__(?=<)/g;

export function servePages(deps: PageDeps): RequestHandler {
  const { files, security, playground } = deps;
  return async (request, response, next) => {
    const path = request.path.toLowerCase().replace(/(?<=.)\/$/, '');
    if (path === '/playground' && playground) return sendPlayground(response, files, security);
    requestStateOf(response).route = 'page';
    // Missing pictures or scripts must not be answered with HTML.
    if (/\.[a-z\d]{2,5}$/.test(path) || path.startsWith('/assets/')) return notFound(request, response, next);
    const template = files.page('index.html');
    if (template === null) return sendBuilding(response, security);
    await sendPage(deps, request, response, template);
  };
}

async function sendPage(
  pageDeps: PageDeps,
  request: Request,
  response: Response,
  template: PageTemplate,
): Promise<void> {
  const { files, security, readData, htmlData, renderPage, publicUrl } = pageDeps;
  const page = describePage(request.path, new URLSearchParams(queryOf(request.url)));
  const call = htmlData || page.call?.operation === 'Product' ? page.call : null;
  const data = call && (await readData(requestStateOf(response), call));
  const product = call?.operation === 'Product' ? data?.['product'] : undefined;
  const moved = call && currentPath(call, product as PageProduct | null | undefined);
  if (moved) return redirect(response, moved + queryOf(request.url));
  const { route } = page;
  const known = route !== notFoundPage.route && product !== null;
  const head = pageHead({
    page: known ? page : notFoundPage,
    product: (product as PageProduct | null | undefined) ?? null,
    isUnknown: call?.operation === 'Product' && data === null,
    origin: publicUrl(),
    hasFile: (path) => files.find(path) !== undefined,
  });
  // No product for anonymous callers: the client loads it, since its owner or an admin may see it.
  const answer = htmlData && known && call && data ? { ...call, data } : null;
  // Other pages without data are little more than a shell. Rendering costs as much as a read; with data, that read was
  // charged already.
  const mayRender = () => route.rendersWithoutData && pageDeps.limiter.permitsReads(requestStateOf(response).client);
  const rendered = known && (answer || mayRender()) ? await renderPage(page, answer) : null;
  // Callers who may not see the page are redirected.
  const preloads = route.guard === undefined ? files.preloads(route.page ?? '') : [];
  const links = preloads.map(preloadLink(rendered !== null)).join('');
  const takesPayments = route.takesPayments === true && opensForPayments(security);
  const nonce = setPagePolicy(response, security, template.inlineScripts, takesPayments);
  const deps = {
    head: head + (takesPayments ? paymentMark : '') + (rendered ? renderedHead(rendered, nonce) : '') + links,
    body: (rendered?.body ?? '').replaceAll(retentionPlace, String(pageDeps.contactRetentionDays)),
    data: answer || rendered ? dataBlock(answer) : '',
  };
  const html = (rendered ? scriptsAfterPaint(template.html) : template.html).replaceAll(noncePlace, nonce);
  await sendHtml(response, known ? 200 : 404, fill(html, deps));
}

/** The path of a product requested by a former slug or in another case; null: unchanged. */
function currentPath({ variables }: PageCall, product: PageProduct | null | undefined): string | null {
  return product && product.slug !== variables['slug'] ? pageTable.productPath(product.slug) : null;
}

/** Not cacheable: another product may take the URL. */
function redirect(response: Response, location: string): void {
  response.statusCode = 301;
  response.setHeader('Location', location);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', 0);
  response.end();
}

/** With its question mark; empty if there is none. */
const queryOf = (url: string) => (url.includes('?') ? url.slice(url.indexOf('?')) : '');

function renderedHead({ styles, imagePreloads }: RenderedPage, nonce: string): string {
  return `\n    ${imagePreloads}${styles.replaceAll(noncePlace, nonce)}`;
}

const preloadLink = (isRendered: boolean) => (file: string) => {
  const rel = file.endsWith('.css') ? 'stylesheet' : isRendered ? 'later' : 'modulepreload';
  return `\n    <link rel="${rel}" fetchpriority="low" crossorigin href="${file}" />`;
};

/** The template's script (`client/index.html`) starts the scripts after the first paint. */
function scriptsAfterPaint(html: string): string {
  return html
    .replaceAll('<script type="module"', '<script type="later"')
    .replaceAll('rel="modulepreload"', 'rel="later"');
}

function dataBlock(answer: object | null): string {
  return `<script type="application/json" id="page-data">${jsonForHtml(answer)}</script>`;
}

/** Replaces all placeholders in one pass, so that data cannot contain placeholders. */
function fill(template: string, values: Readonly<Record<'head' | 'body' | 'data', string>>): string {
  return template.replace(
    /<!--(head|body|data)-->(?:.*?<!--\/head-->)?/gs,
    (_place, name: keyof typeof values) => values[name],
  );
}

async function sendPlayground(response: Response, files: ClientFiles, security: SecuritySettings): Promise<void> {
  requestStateOf(response).route = 'playground';
  const page = files.page('playground.html');
  if (page === null) return sendBuilding(response, security);
  setPlaygroundPolicy(response, security, page.inlineScripts);
  await sendHtml(response, 200, page.html);
}

async function sendBuilding(response: Response, security: SecuritySettings): Promise<void> {
  const nonce = setPagePolicy(response, security, []);
  response.setHeader('Retry-After', '2');
  await sendHtml(
    response,
    503,
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Kiosk is getting ready</title>
<style nonce="${nonce}">body{font:1.125rem/1.5 system-ui,sans-serif;margin:20vh auto;max-width:32rem;padding:0 1rem}</style></head>
<body><main><h1>Kiosk is getting ready</h1><p>The storefront is being built. This page opens it by itself.</p></main></body></html>\n`,
  );
}
