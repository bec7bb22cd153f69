import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, resolve, sep } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { chooseEncoding, type Coding } from './encoding';
import { readPreloads } from './preloads';
import { requestStateOf } from './requestState';

interface ClientFile {
  readonly path: string;
  readonly type: string;
  readonly encodings: readonly Coding[];
  readonly immutable: boolean;
}

const pageFiles = ['index.html', 'playground.html'] as const;
type PageFile = (typeof pageFiles)[number];

/** A page of the build, with places for what differs between its answers. */
export interface PageTemplate {
  readonly html: string;
  /** CSP sources of its inline scripts. */
  readonly inlineScripts: readonly string[];
}

/** The built client's files, read at startup and after each build; only listed files are served. */
export interface ClientFiles {
  readonly find: (urlPath: string) => ClientFile | undefined;
  readonly page: (name: PageFile) => PageTemplate | null;
  /** Files that a page needs beyond its HTML's own references; keyed by its file below `client/`. */
  readonly preloads: (page: string) => readonly string[];
  readonly reload: () => void;
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
};

export function createClientFiles(folder: string, publicFolder: string): ClientFiles {
  let files = new Map<string, ClientFile>();
  const pages = new Map<string, PageTemplate>();
  let preloads: ReadonlyMap<string, readonly string[]> = new Map();
  const reload = () => {
    files = new Map([...listFiles(publicFolder), ...listFiles(folder)]);
    pages.clear();
    for (const name of pageFiles) {
      const path = join(folder, name);
      if (existsSync(path)) pages.set(name, readPage(path));
    }
    preloads = readPreloads(folder);
  };
  reload();
  return {
    find: (urlPath) => files.get(urlPath),
    page: (name) => pages.get(name) ?? null,
    preloads: (page) => preloads.get(page) ?? [],
    reload,
  };
}

function readPage(path: string): PageTemplate {
  const html = readFileSync(path, 'utf8');
  const scripts = html.split('<script').slice(1);
  return { html, inlineScripts: scripts.flatMap(inlineSource) };
}

/** The CSP source of a script element, from its attributes on; none if it loads a file. */
function inlineSource(element: string): string[] {
  const begin = element.indexOf('>');
  if (element.slice(0, begin).includes(' src=')) return [];
  const text = element.slice(begin + 1, element.indexOf('</script>'));
  return [`'sha256-${createHash('sha256').update(text).digest('base64')}'`];
}

function listFiles(folder: string): [string, ClientFile][] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name): [string, ClientFile][] => {
    const path = resolve(folder, name);
    const type = types[extname(name)];
    // The build's manifest is in a hidden folder.
    if (type === undefined || name.startsWith('.') || !statSync(path).isFile()) return [];
    const urlPath = `/${relative(folder, path).split(sep).join('/')}`;
    const encodings = (['br', 'gzip'] as const).filter((encoding) => existsSync(`${path}${suffixes[encoding]}`));
    return [[urlPath, { path, type, encodings, immutable: /^\/assets\/.*-[\w-]{7,8}\.\w+$/.test(urlPath) }]];
  });
}

const suffixes = { br: '.br', gzip: '.gz' } as const;

export function serveClientFiles(files: ClientFiles): RequestHandler {
  return (request, response, next) => {
    const file = files.find(decoded(request.path));
    if (!file) return next();
    requestStateOf(response).route = request.path.startsWith('/pictures/') ? 'pictures' : 'assets';
    sendFile(request, response, file, next);
  };
}

function sendFile(request: Request, response: Response, file: ClientFile, next: (error?: unknown) => void): void {
  const encoding = chooseEncoding(request.headers['accept-encoding'], file.encodings);
  if (file.encodings.length > 0) response.vary('Accept-Encoding');
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Type', file.type);
  const cacheControl = file.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
  response.sendFile(
    encoding === 'identity' ? file.path : file.path + suffixes[encoding],
    { cacheControl: false, dotfiles: 'allow', headers: { 'Cache-Control': cacheControl } },
    (error: NodeJS.ErrnoException | undefined) => {
      // An aborted request needs no response.
      if (!error || response.headersSent || error.code === 'ECONNABORTED') return;
      response.removeHeader('Content-Encoding');
      // A new build has just removed the file.
      if (error.code === 'ENOENT') next();
      else next(error);
    },
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
