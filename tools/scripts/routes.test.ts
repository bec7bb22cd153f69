import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { matchRoutes } from 'react-router-dom';
import { routeObjects } from '../../client/app/router';
import { type PageRoute, routes } from '../../client/app/routes';
import { pageDescriber } from '../../server/pages/describePage';
import { pageHead } from '../../server/pages/pageHead';
import { disallowedPaths, listedAddresses, pageTable } from '../../server/pages/pageTable';

const giftCards = { path: '/gift-cards', title: 'Gift cards', description: 'A present that fits everybody.' };

/** The path of the route that the router matches. */
const routedTo = (address: string, table: readonly PageRoute[]) =>
  matchRoutes(routeObjects(table), address)?.at(-1)?.route.path;

describe('the table of routes', () => {
  test.each(pageTable.routes)('$path has a page, a title and a description', ({ path, page, title, description }) => {
    expect([title.trim(), description.trim()]).not.toContain('');
    expect(page === undefined ? path : existsSync(join('client', page))).toBe(page === undefined ? '/admin' : true);
  });

  test('no two pages have the same path or the same title', () => {
    for (const part of ['path', 'title'] as const) {
      const all = routes.map((route) => route[part].toLowerCase());
      expect(all.filter((each, index) => all.indexOf(each) !== index)).toEqual([]);
    }
  });

  test('is the same on server and client', () => {
    expect(pageTable.routes.map((route) => ({ ...route, page: undefined }))).toEqual(
      routes.map((route) => ({ ...route, page: undefined })),
    );
  });

  test('every path is matched by its own route, in any letter case', () => {
    for (const { path } of routes) {
      const address = path.replace(':slug', 'alder-lamp').replace('*', '/no/such/page');
      expect([routedTo(address, routes), routedTo(address.toUpperCase(), routes)]).toEqual([path, path]);
    }
  });
});

describe('a page added to the table', () => {
  const origin = 'https://shop.test';
  const headOf = (path: string, table: typeof pageTable.routes) =>
    pageHead({
      page: pageDescriber(table)(path, new URLSearchParams()),
      product: null,
      isUnknown: false,
      origin,
      hasFile: () => false,
    });

  test('is routed', () => {
    expect(routedTo('/gift-cards', routes)).toBe('*');
    expect(routedTo('/gift-cards', [giftCards, ...routes])).toBe('/gift-cards');
  });

  test('has its head in the HTML and is in the sitemap', () => {
    const table = [giftCards, ...pageTable.routes];
    const head = headOf('/Gift-Cards/', table);
    expect(head).toContain('<title>Gift cards · Kiosk</title>');
    expect(head).toContain('<meta name="description" content="A present that fits everybody." />');
    expect(head).toContain('<link rel="canonical" href="https://shop.test/gift-cards" />');
    expect(listedAddresses(table)).toContain('/gift-cards');
    expect(listedAddresses(pageTable.routes)).not.toContain('/gift-cards');
  });

  test('is hidden from search engines behind a guard', () => {
    const table = [{ ...giftCards, guard: 'signedIn' }, ...pageTable.routes];
    expect(headOf('/gift-cards', table)).toContain('<meta name="robots" content="noindex" />');
    expect(listedAddresses(table)).not.toContain('/gift-cards');
    expect(disallowedPaths(table)).toEqual([
      '/gift-cards',
      '/account',
      '/cart',
      '/checkout',
      '/order',
      '/admin',
      '/dashboard',
    ]);
  });
});
