import type { Request, RequestHandler, Response } from 'express';
import { describePage } from '../pages/describePage';
import { firstPictures } from '../pages/firstPictures';
import { jsonForHtml } from '../pages/escape';
import type { ReadPageData } from '../pages/pageData';
import { pageHead, type PageProduct } from '../pages/pageHead';
import { sendHtml } from '../pages/sendHtml';
import type { ClientFiles } from './clientFiles';
import { methodNotAllowed, notFound } from './httpErrors';
import { stateOf } from './requestState';
import { setPagePolicy, setPlaygroundPolicy, type SecuritySettings } from './securityHeaders';

export interface PageParts {
  readonly files: ClientFiles;
  readonly security: SecuritySettings;
  readonly playground: boolean;
  readonly readData: ReadPageData;
  /** False: the shell goes out without the data of its first screen. */
  readonly htmlData: boolean;
  readonly publicUrl: () => string;
}

const wrongMethod = methodNotAllowed('GET, HEAD');

export function servePages(parts: PageParts): RequestHandler {
  const { files, security, playground } = parts;
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod(request, response, next);
    const path = request.path.toLowerCase().replace(/(?<=.)\/$/, '');
    if (path === '/playground' && playground) return sendPlayground(response, files, security);
    stateOf(response).route = 'page';
    // A missing picture or script is not a page: an <img> must not be given HTML.
    if (/\.[a-z\d]{2,5}$/.test(path) || path.startsWith('/assets/')) return notFound(request, response, next);
    // The start page's words are drawn ahead of time, where the build has done that.
    const html = (path === '/' ? files.page('home.html') : null) ?? files.page('index.html');
    if (html === null) return sendBuilding(response, setPagePolicy(response, security));
    await sendPage(parts, request, response, html);
  };
}

async function sendPage(parts: PageParts, request: Request, response: Response, html: string): Promise<void> {
  const { files, security, readData, htmlData, publicUrl } = parts;
  const page = describePage(request.path, new URL(request.url, 'http://shop').searchParams);
  const call = htmlData || page.call?.operation === 'Product' ? page.call : null;
  const data = call && (await readData(stateOf(response), call));
  const product = call?.operation === 'Product' ? data?.['product'] : undefined;
  const known = page.known && product !== null;
  const head = pageHead({
    page: known ? page : describePage('/no such page', new URLSearchParams()),
    product: (product as PageProduct | null | undefined) ?? null,
    origin: publicUrl(),
    hasFile: (path) => files.find(path) !== undefined,
  });
  // Without a product there is nothing to hand over: its owner or an admin may see one that shoppers do not.
  const answer = htmlData && known && call && data ? { ...call, data } : null;
  const block = answer ? dataBlock(answer) : '';
  // The start page's strip is below the first screen.
  const pictures = answer && page.route !== '/' ? firstPictures(answer, answer.data) : '';
  const links = files.preloads(page.route).map(preloadLink).join('');
  const nonce = setPagePolicy(response, security);
  await sendHtml(response, known ? 200 : 404, fill(html, nonce, head + pictures + links, block));
}

function preloadLink(file: string): string {
  const kind = file.endsWith('.css') ? 'rel="stylesheet"' : 'rel="modulepreload" fetchpriority="low"';
  return `\n    <link ${kind} crossorigin href="${file}" />`;
}

function dataBlock(answer: object): string {
  return `<script type="application/json" id="page-data">${jsonForHtml(answer)}</script>`;
}

/** What comes from data goes in last: none of it may be taken for a place of the template. */
function fill(html: string, nonce: string, head: string, block: string): string {
  const [before = '', fromHead = ''] = html.replaceAll('__CSP_NONCE__', nonce).split('<!--head-->');
  const [, rest = ''] = fromHead.split('<!--/head-->');
  const [between = '', after = ''] = rest.split('<!--data-->');
  return before + head + between + block + after;
}

async function sendPlayground(response: Response, files: ClientFiles, security: SecuritySettings): Promise<void> {
  stateOf(response).route = 'playground';
  const html = files.page('playground.html');
  const nonce = html === null ? setPagePolicy(response, security) : setPlaygroundPolicy(response, security);
  if (html === null) await sendBuilding(response, nonce);
  else await sendHtml(response, 200, html.replaceAll('__CSP_NONCE__', nonce));
}

async function sendBuilding(response: Response, nonce: string): Promise<void> {
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
