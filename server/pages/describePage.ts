import type { queryTexts } from '../__generated__/queryTexts';
import { isListed, type PageRoute, pageTable } from './pageTable';

/** A query of the client's, by its name in `client/**\/*.graphql`, as the page's first screen sends it. */
export interface PageCall {
  readonly operation: keyof typeof queryTexts;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface PageDescription {
  readonly route: PageRoute;
  /** The address for search engines; null: none. */
  readonly canonical: string | null;
  readonly call: PageCall | null;
  /** The address with what the page reads of it and nothing else, in one order: the key under which a rendered page is cached. */
  readonly address: string;
}

export type DescribePage = (path: string, search: URLSearchParams) => PageDescription;

/** What a path means before any data is read; paths are known in any letter case (decision 27), slugs as they are written. */
export function pageDescriber(routes: readonly PageRoute[]): DescribePage {
  const patterns = routes.map((route) => [route, patternOf(route.path)] as const);
  return (path, search) => {
    for (const [route, pattern] of patterns) {
      const params = decoded(pattern.exec(path));
      if (params) return describe(route, params, search);
    }
    throw new Error('The table ends with a row for every other address.');
  };
}

export const describePage = pageDescriber(pageTable.routes);

/** What an address is that leads nowhere. */
export const notFoundPage = describePage('*', new URLSearchParams());

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace('*', '.*').replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`, 'i');
}

type Params = Readonly<Record<string, string>>;

/** null where the address is malformed. */
function decoded(match: RegExpExecArray | null): Params | null {
  try {
    return (
      match &&
      Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]))
    );
  } catch {
    return null;
  }
}

function describe(route: PageRoute, params: Params, search: URLSearchParams): PageDescription {
  const query = pageTable.pageQueries[route.query ?? ''];
  const path = route.path.replace(/:(\w+)/g, (_place, name: string) => encodeURIComponent(params[name] ?? ''));
  const read = query?.readSearch?.(search).toString() ?? '';
  const variant = query?.variantOf?.(search) ?? '';
  const listed = query?.variants?.includes(variant) ? variant : path;
  return {
    route,
    // Of a page with parameters only its data know whether there is one.
    canonical: isListed(route) && path === route.path ? listed : null,
    call: query ? { operation: query.operation, variables: query.variables(search, params) } : null,
    address: read === '' ? path : `${path}?${read}`,
  };
}
