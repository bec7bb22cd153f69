import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createAnswerCache } from '../cache/answerCache';
import { createRateLimiter } from '../http/rateLimits';
import { requestState } from '../http/requestState';
import { createLogger } from '../http/logging';
import { buildProduct } from '../testing/builders';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { siteFiles } from './siteFiles';

const evil = `</script><script>alert(1)</script> "quoted" & 'more' $& __CSP_NONCE__ <!--data-->`;
const lamp = {
  name: 'Alder Lamp',
  slug: 'alder-lamp',
  description: 'Warm light.\nMade of alder.',
  price: 89.5,
  photos: ['/pictures/alder-ceramic-table-lamp-1-800.avif'],
  categories: ['Home & Garden', 'Lighting'],
};

const blockOf = (html: string): { operation: string; variables: object; data: Record<string, never> } | null => {
  const text = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)?.[1];
  return text === undefined ? null : (JSON.parse(text) as never);
};
const meta = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

describe('the pages', () => {
  let server: TestServer;
  beforeAll(async () => {
    // Late data is covered by another test.
    server = await startTestServer({ parts: { pageDataWaitMs: 10_000 } });
    for (const product of [
      buildProduct({ ...lamp, rating: 4.6, reviewCount: 12 }),
      buildProduct({ name: evil, slug: 'evil', description: evil, photos: ['https://x.test/"><b>.jpg'] }),
      buildProduct({ name: 'Hidden', slug: 'hidden', status: 'inactive' }),
    ])
      await server.repositories.products.insert(product);
  });
  afterAll(() => server.stop());
  const get = async (path: string) => server.call('GET', path);

  test.each(['/shipping', '/returns'])(
    'C49 %s has the current settings, and the new ones after a change',
    async (path) => {
      const zonesOf = async () => {
        const block = blockOf((await get(path)).text);
        expect(block?.operation).toBe('Delivery');
        return (block?.data as { delivery: { zones: { name: string }[] } } | undefined)?.delivery.zones;
      };
      const { shopSettings } = server.repositories;
      const { shipping } = await shopSettings.get();
      expect(await zonesOf()).toMatchObject(shipping.zones.map(({ name }) => ({ name })));
      const changed = { ...shipping, zones: shipping.zones.slice(1), version: shipping.version + 1 };
      expect(await shopSettings.replace(changed)).toBe(true);
      expect(await zonesOf()).toMatchObject([{ name: 'Rest of the world' }]);
      await shopSettings.replace({ ...shipping, version: shipping.version + 2 });
    },
  );

  test('contain the data that the first screen queries', async () => {
    const home = blockOf((await get('/')).text);
    expect(home).toMatchObject({ operation: 'Products', variables: { sort: 'NEWEST', first: 4 } });
    expect(home?.data['products']).toMatchObject({ __typename: 'ProductConnection', totalCount: 2 });

    const list = blockOf((await get('/products?search=ALDER&category=Home+%26+Garden&maxPrice=90&sort=RATING')).text);
    expect(list?.variables).toEqual({
      filter: { search: 'ALDER', category: 'Home & Garden', inStockOnly: false, minPrice: 0, maxPrice: 90 },
      sort: 'RATING',
      first: 24,
    });
    expect(list?.data['products']).toMatchObject({ nodes: [{ slug: 'alder-lamp', price: 89.5 }] });

    const product = blockOf((await get('/products/alder-lamp')).text);
    expect(product).toMatchObject({ operation: 'Product', variables: { slug: 'alder-lamp' } });
    expect(product?.data['product']).toMatchObject({ name: 'Alder Lamp', description: lamp.description });

    for (const path of ['/login', '/dashboard', '/no-such-page', '/products/no-such', '/products/hidden']) {
      expect([path, blockOf((await get(path)).text)]).toEqual([path, null]);
    }
  });

  test('are rendered for an anonymous caller, even if an owner requests them', async () => {
    const token = server.identity.token({ uid: 'ada', email: 'ada@kiosk.test', emailVerified: true, name: 'Ada' });
    expect((await server.call('GET', '/products/hidden', { token })).status).toBe(404);
  });

  test('answer 404 to unknown slugs and paths, and to a malformed slug', async () => {
    for (const path of ['/products/no-such', '/products/hidden', '/no-such', '/products/%ff', '/products/a/b']) {
      const { status, text } = await get(path);
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain('<title>Page not found · Kiosk</title>');
      expect(text).toContain('<meta name="robots" content="noindex" />');
    }
    for (const path of [
      '/',
      '/PRODUCTS/',
      '/Dashboard/allUser',
      '/dashboard/editProduct/alder-lamp',
      '/products/alder-lamp/',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 200]);
  });

  test('describe a product to search engines and shared links in the head', async () => {
    const { text } = await get('/products/alder-lamp');
    const address = `${server.url}/products/alder-lamp`;
    expect(text).toContain('<title>Alder Lamp · Kiosk</title>');
    expect(text).toContain(`<link rel="canonical" href="${address}" />`);
    expect(meta(text, 'description')).toBe('Warm light. Made of alder.');
    expect(meta(text, 'og:image')).toBe(`${server.url}/pictures/alder-ceramic-table-lamp-1-800.jpg`);
    expect(meta(text, 'og:url')).toBe(address);
    expect(meta(text, 'og:type')).toBe('product');
    const facts = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '') as object;
    expect(facts).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Alder Lamp',
      description: lamp.description,
      sku: 'alder-lamp',
      image: [`${server.url}/pictures/alder-ceramic-table-lamp-1-800.jpg`],
      url: address,
      category: 'Home & Garden > Lighting',
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.6, reviewCount: 12 },
      offers: {
        '@type': 'Offer',
        url: address,
        price: '89.50',
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/NewCondition',
      },
    });
  });

  test('have distinct titles, descriptions and canonical addresses', async () => {
    const home = (await get('/')).text;
    expect(home).toContain('<title>Kiosk: good things for every day</title>');
    expect(meta(home, 'og:image')).toBe(`${server.url}/share.jpg`);
    const list = (await get('/products?category=Home+%26+Garden&search=x')).text;
    expect(list).toContain('<title>Home &amp; Garden · Kiosk</title>');
    expect(meta(list, 'description')).toMatch(/^Home &amp; Garden in the shop/);
    expect((await get('/products?category=Zeppelins')).text).toContain('<title>Shop Our Products · Kiosk</title>');
    expect(list).toContain(`<link rel="canonical" href="${server.url}/products?category=Home%20%26%20Garden" />`);
    const descriptions = await Promise.all(
      ['/', '/products', '/login', '/register', '/contact', '/shipping', '/returns', '/faq'].map(async (path) =>
        meta((await get(path)).text, 'description'),
      ),
    );
    expect(new Set(descriptions).size).toBe(8);
  });

  test('turn no user text into markup, a nonce or a template placeholder', async () => {
    const { text, headers } = await get('/products/evil');
    expect(text.match(/<script/g)).toHaveLength(4);
    expect(text.match(/<\/script>/g)).toHaveLength(4);
    expect(text).not.toContain('<b>');
    expect(text).not.toContain('content="</script>');
    const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '?';
    expect(text.split('id="page-data"')[1]).not.toContain(nonce);
    expect(blockOf(text)?.data['product']).toMatchObject({ name: evil });
    expect(blockOf((await get(`/products?search=${encodeURIComponent(evil)}`)).text)?.variables).toMatchObject({
      filter: { search: evil },
    });
  });

  test('are compressed as the browser accepts it', async () => {
    const plain = await server.call('GET', '/products', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    for (const encoding of ['br', 'gzip']) {
      const { headers, text } = await server.call('GET', '/products', { headers: { 'accept-encoding': encoding } });
      expect(headers.get('content-encoding')).toBe(encoding);
      expect(headers.get('vary')).toContain('Accept-Encoding');
      expect(blockOf(text)).toEqual(blockOf(plain.text));
    }
  });

  test('are listed in the sitemap, to which robots.txt refers', async () => {
    expect((await get('/robots.txt')).text).toContain(`Sitemap: ${server.url}/sitemap.xml`);
    const index = (await get('/sitemap.xml')).text;
    expect([...index.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
      `${server.url}/sitemap-pages.xml`,
      `${server.url}/sitemap-products-1.xml`,
    ]);
    expect((await get('/sitemap-pages.xml')).text).toContain(`<loc>${server.url}/products?category=Fashion</loc>`);
    const { text, headers } = await get('/sitemap-products-1.xml');
    expect(headers.get('content-type')).toBe('application/xml');
    expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address).sort()).toEqual([
      `${server.url}/products/alder-lamp`,
      `${server.url}/products/evil`,
    ]);
    expect((await get('/sitemap-products-2.xml')).status).toBe(404);
  });
});

test('a rendered page has its styles, image preloads and deferred scripts, and its text fills no placeholder', async () => {
  const asked: [string, unknown][] = [];
  const body = '<h1>__CSP_NONCE__ <!--data--> $& __CONTACT_RETENTION_DAYS__</h1>';
  const retention = (days: string) => `<p><span id="contact-retention">${days}</span></p>`;
  const rendered = {
    styles: '<style nonce="__CSP_NONCE__"></style>',
    imagePreloads: '<link href="/__CSP_NONCE__">',
    body: body + retention('__CONTACT_RETENTION_DAYS__'),
  };
  const render = async ({ address }: { address: string }, answer: object | null) => {
    asked.push([address, answer]);
    return address.startsWith('/products/') ? null : rendered;
  };
  const server = await startTestServer({
    parts: { pageDataWaitMs: 10_000, pageRenderer: { render, reload: async () => undefined } },
  });
  try {
    await server.repositories.products.insert(buildProduct(lamp));
    const { text, headers } = await server.call('GET', '/products?search=ALDER');
    const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '?';
    expect(text).toContain(`<div id="root">${body}${retention('365')}</div>`);
    expect(text).toContain(`<link href="/__CSP_NONCE__"><style nonce="${nonce}"></style>`);
    expect(text).toContain('<script type="later" src="/assets/index-AbCd1234.js">');
    expect(text).not.toContain('type="module"');
    expect(asked).toEqual([['/products?search=ALDER', blockOf(text)]]);

    // Without data the start page is rendered, too, and marked so; a page that could not be rendered is the shell.
    const { list } = server.repositories.products;
    const { find } = list;
    Object.assign(list, { find: () => Promise.reject(new Error('inside')) });
    const home = (await server.call('GET', '/')).text;
    Object.assign(list, { find });
    expect(home).toContain('<script type="application/json" id="page-data">null</script>');
    expect(home).toContain(body);
    const shell = (await server.call('GET', '/products/alder-lamp')).text;
    expect(shell).toContain('<div id="root"></div>');
    expect(shell).toContain('<script type="module" src="/assets/index-AbCd1234.js">');
    for (const path of ['/login', '/products/no-such', '/no-such-page']) await server.call('GET', path);
    expect(asked.map(([address]) => address)).toEqual(['/products?search=ALDER', '/', '/products/alder-lamp']);
  } finally {
    await server.stop();
  }
});

test('HTML_DATA=off: sends the shell without data, but with head and status', async () => {
  const server = await startTestServer({ settings: { htmlData: false } });
  try {
    await server.db.collection('products').insertOne(buildProduct(lamp));
    for (const path of ['/', '/products', '/products/alder-lamp'])
      expect([path, blockOf((await server.call('GET', path)).text)]).toEqual([path, null]);
    expect((await server.call('GET', '/products/alder-lamp')).text).toContain('<title>Alder Lamp · Kiosk</title>');
    expect((await server.call('GET', '/products/no-such')).status).toBe(404);
  } finally {
    await server.stop();
  }
});

test('sends the shell without data when the database does not answer', async () => {
  const server = await startTestServer();
  const never = new Promise<never>(() => undefined);
  const { findBySlug, list } = server.repositories.products;
  const { find, aggregate } = list;
  try {
    Object.assign(server.repositories.products, { findBySlug: () => never });
    Object.assign(list, { find: () => never, aggregate: () => never });
    for (const path of ['/', '/products', '/products/some-slug']) {
      const started = performance.now();
      const { status, text } = await server.call('GET', path);
      expect([path, status, blockOf(text)]).toEqual([path, 200, null]);
      // Nobody knows whether the product is there: a search engine must not drop it.
      expect(text).not.toContain('noindex');
      expect(performance.now() - started).toBeLessThan(2_000);
    }
  } finally {
    Object.assign(server.repositories.products, { findBySlug });
    Object.assign(list, { find, aggregate });
    await server.stop();
  }
});

describe('the sitemap of 100,000 products', () => {
  let http: Server;
  let url: string;
  beforeAll(async () => {
    const products = {
      countListed: async () => 100_000,
      listedSlugs: async (after: { readonly key: unknown } | null, limit: number) => {
        const from = after === null ? 0 : Number(after.key) + 1;
        return Array.from({ length: Math.max(0, Math.min(limit, 100_000 - from)) }, (_, index) => ({
          slug: `product-${from + index}`,
          position: { key: from + index, id: '' },
        }));
      },
    };
    const answers = createAnswerCache({ current: () => 1, known: () => 1 });
    const limiter = createRateLimiter({ reads: 0, writes: 0, tokens: 0, registrations: 0 });
    const app = express();
    app.use(
      requestState({
        log: createLogger('silent'),
        authenticate: async () => null,
        addressOf: () => '127.0.0.1',
        clientOf: (address) => address,
      }),
    );
    app.use(siteFiles({ publicUrl: () => 'https://shop.test', limiter, products, answers }));
    http = createServer(app).listen(0, '127.0.0.1');
    await once(http, 'listening');
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  });
  afterAll(() => void http.close());

  test('has every product once, in parts within the limits of search engines', async () => {
    const locations = async (path: string) =>
      [...(await (await fetch(url + path)).text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) =>
        String(address),
      );
    const parts = (await locations('/sitemap.xml')).slice(1);
    expect(parts).toHaveLength(10);
    const seen = new Set<string>();
    for (const part of parts) {
      const addresses = await locations(new URL(part).pathname);
      expect(addresses.length).toBeLessThanOrEqual(50_000);
      for (const address of addresses) seen.add(address);
    }
    expect(seen.size).toBe(100_000);
  });
});

describe('a rendered page', () => {
  const rendered: string[] = [];
  const render = async ({ address }: { address: string }) => {
    rendered.push(address);
    return { styles: '', imagePreloads: '', body: '<h1>rendered</h1>' };
  };
  const start = (reads: number) =>
    startTestServer({
      settings: { rateLimits: { reads, writes: 0, tokens: 0, registrations: 0 } },
      parts: { pageDataWaitMs: 10_000, pageRenderer: { render, reload: async () => undefined } },
    });
  beforeEach(() => rendered.splice(0));

  test('is rendered for the parameters that the page reads, in canonical order', async () => {
    const server = await start(0);
    try {
      await server.repositories.products.insert(buildProduct(lamp));
      const addresses = {
        '/': ['/?x=1', '/?x=2&y', '/?search=a', '/?'],
        '/contact': ['/contact?x=1', '/CONTACT/?x=2'],
        '/products?search=a&sort=NAME': [
          '/products?search=a&sort=NAME&x=1',
          '/products?x=2&sort=NAME&search=a',
          '/products?search=a&search=b&sort=NAME&sort=RATING',
        ],
        '/products/alder-lamp': ['/products/alder-lamp?x=1', '/products/alder-lamp/?x=2', '/products/alder%2Dlamp'],
      };
      for (const [known, asked] of Object.entries(addresses)) {
        for (const address of asked) await server.call('GET', address);
        expect(new Set(rendered.splice(0))).toEqual(new Set([known]));
      }
    } finally {
      await server.stop();
    }
  });

  test('is not rendered for a client over the limit of reads, who gets the shell', async () => {
    const server = await start(5);
    try {
      const bodies: string[] = [];
      for (let index = 0; index < 30; index += 1) bodies.push((await server.call('GET', `/?x=${index}`)).text);
      expect(rendered.length).toBeLessThanOrEqual(5);
      expect(bodies[0]).toContain('<h1>rendered</h1>');
      expect(bodies.slice(5).join('')).not.toContain('<h1>rendered</h1>');
    } finally {
      await server.stop();
    }
  });
});
