import type { RequestHandler, Response } from 'express';
import type { ClientFiles } from './clientFiles';
import { methodNotAllowed, notFound } from './httpErrors';
import { stateOf } from './requestState';
import { setPagePolicy, setPlaygroundPolicy, type SecuritySettings } from './securityHeaders';

export interface PageParts {
  readonly files: ClientFiles;
  readonly security: SecuritySettings;
  readonly playground: boolean;
  /** False only when it is known that shoppers see no such product. */
  readonly productExists: (slug: string) => Promise<boolean>;
}

/** The paths that the client's router knows (decision 27: in any letter case); every other one is a real 404. */
const routes = new Set([
  ...[
    '/',
    '/products',
    '/login',
    '/register',
    '/admin',
    '/contact',
    '/shipping',
    '/returns',
    '/faq',
    '/account/action',
  ],
  ...[
    '/dashboard',
    '/dashboard/addproduct',
    '/dashboard/userproduct',
    '/dashboard/createproduct',
    '/dashboard/alluser',
  ],
  ...['/dashboard/dashboardhome', '/dashboard/adminproduct', '/dashboard/profile', '/dashboard/settings'],
]);
const wrongMethod = methodNotAllowed('GET, HEAD');

export function servePages({ files, security, playground, productExists }: PageParts): RequestHandler {
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod(request, response, next);
    const path = request.path.toLowerCase().replace(/(?<=.)\/$/, '');
    if (path === '/playground' && playground) return sendPlayground(response, files, security);
    stateOf(response).route = 'page';
    // A missing picture or script is not a page: an <img> must not be given HTML.
    if (/\.[a-z\d]{2,5}$/.test(path) || path.startsWith('/assets/')) return notFound(request, response, next);
    const html = files.page('index.html');
    if (html === null) return sendBuilding(response, setPagePolicy(response, security));
    const slug = /^\/products\/([^/]+)$/.exec(path)?.[1];
    const known = slug === undefined ? routes.has(path) : await productExists(slug).catch(() => true);
    sendHtml(response, known ? 200 : 404, html.replaceAll('__CSP_NONCE__', setPagePolicy(response, security)));
  };
}

function sendPlayground(response: Response, files: ClientFiles, security: SecuritySettings): void {
  stateOf(response).route = 'playground';
  const html = files.page('playground.html');
  const nonce = html === null ? setPagePolicy(response, security) : setPlaygroundPolicy(response, security);
  if (html === null) sendBuilding(response, nonce);
  else sendHtml(response, 200, html.replaceAll('__CSP_NONCE__', nonce));
}

/** Ends the answer itself: Express would answer 304 and leave the browser with the nonce of another answer. */
function sendHtml(response: Response, status: number, html: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', Buffer.byteLength(html));
  response.end(response.req.method === 'HEAD' ? undefined : html);
}

function sendBuilding(response: Response, nonce: string): void {
  response.setHeader('Retry-After', '2');
  sendHtml(
    response,
    503,
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Kiosk is getting ready</title>
<style nonce="${nonce}">body{font:1.125rem/1.5 system-ui,sans-serif;margin:20vh auto;max-width:32rem;padding:0 1rem}</style></head>
<body><main><h1>Kiosk is getting ready</h1><p>The storefront is being built. This page opens it by itself.</p></main></body></html>\n`,
  );
}
