import * as generated from '../__generated__/pages';
import type { queryTexts } from '../__generated__/queryTexts';

/** A row of the client's route table (`client/app/routes.ts`), which documents the fields. */
export interface PageRoute {
  readonly path: string;
  /** Its file below `client/`. */
  readonly page?: string;
  readonly title: string;
  readonly description: string;
  readonly guard?: string;
  readonly noindex?: boolean;
  readonly takesPayments?: boolean;
  readonly query?: string;
  readonly rendersWithoutData?: boolean;
}

type PageHead = Pick<PageRoute, 'title' | 'description'>;

/** See `client/app/pageQueries.ts`. */
interface PageQuery {
  readonly operation: keyof typeof queryTexts;
  readonly variables: (search: URLSearchParams, params: Readonly<Record<string, string>>) => Record<string, unknown>;
  readonly readSearch?: (search: URLSearchParams) => URLSearchParams;
  readonly variants?: readonly string[];
  readonly variantOf?: (search: URLSearchParams) => string;
  readonly headOf?: (search: URLSearchParams, page: PageHead) => PageHead;
}

interface PageTable {
  readonly routes: readonly PageRoute[];
  readonly pageQueries: Readonly<Record<string, PageQuery>>;
  readonly documentTitle: (title: string) => string;
  /** On one line, truncated at a word. */
  readonly pageDescription: (text: string) => string;
  readonly productPath: (slug: string) => string;
}

/** The client's pages: server and client share no imports, so codegen passes them on. */
export const pageTable = generated as object as PageTable;

export const isListed = ({ guard, noindex }: PageRoute): boolean => guard === undefined && noindex !== true;

/** The sitemap's entries beside the products. */
export function listedAddresses(routes: readonly PageRoute[]): string[] {
  return routes
    .filter((route) => isListed(route) && !route.path.includes(':'))
    .flatMap(({ path, query = '' }) => [path, ...(pageTable.pageQueries[query]?.variants ?? [])]);
}

/** Disallow rules of robots.txt: the first segment of each path that is not indexed. */
export function disallowedPaths(routes: readonly PageRoute[]): string[] {
  const steps = routes.filter((route) => !isListed(route)).flatMap(({ path }) => path.match(/^\/[^/]+/) ?? []);
  return [...new Set(steps)];
}
