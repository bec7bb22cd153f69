import type { queryTexts } from '../__generated__/queryTexts';
import { isListed, type PageRoute, pageTable } from './pageTable';

/** A query in `client/**\/*.graphql` with the variables of the page's first screen. */
export interface PageCall {
  readonly operation: keyof typeof queryTexts;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface PageDescription {
  readonly route: PageRoute;
  readonly title: string;
  readonly description: string;
  /** The canonical URL for search engines; null: none. */
  readonly canonical: string | null;
  readonly call: PageCall | null;
  /** Path with the query parameters that the page uses, sorted: the cache key of a rendered page. */
  readonly address: string;
}

export type DescribePage = (path: string, search: URLSearchParams) => PageDescription;

/** Resolves a path without reading data; paths are case-insensitive (decision 27), slugs keep their case. */
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

/** The description of an unknown path. */
export const notFoundPage = describePage('*', new URLSearchParams());

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace('*', '.*').replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`, 'i');
}

type Params = Readonly<Record<string, string>>;

/** null: malformed URL encoding. */
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
  const { title, description } = query?.headOf?.(search, route) ?? route;
  const read = query?.readSearch?.(search).toString() ?? '';
  const variant = query?.variantOf?.(search) ?? '';
  const listed = query?.variants?.includes(variant) ? variant : path;
  return {
    route,
    title,
    description,
    // Pages with parameters exist only if their data does.
    canonical: isListed(route) && path === route.path ? listed : null,
    call: query ? { operation: query.operation, variables: query.variables(search, params) } : null,
    address: read === '' ? path : `${path}?${read}`,
  };
}
