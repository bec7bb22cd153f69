import type { APIRequestContext, Page } from '@playwright/test';
import { watchCalls } from './calls';
import { expectFault, hold } from './faults';
import { demo, signIn } from './shopper';
import { expect, test } from './shopTest';
import { takenOver, visit } from './visit';

/** A page whose data take more than 300 ms is sent without them; tests of the data then retry. */
const dataBlock = 'id="page-data">{';
const slug = 'alder-ceramic-table-lamp';
const firstScreens = [
  ['/', 'Featured products'],
  ['/products?category=Home+%26+Garden&sort=PRICE_ASC', 'Shop Our Products'],
  [`/products/${slug}`, 'Alder'],
] as const;

for (const [path, words] of firstScreens) {
  test(`the first screen of ${path} has its data in the HTML and sends no request`, async ({ page }) => {
    const calls = watchCalls(page);
    await expect(async () => {
      calls.length = 0;
      const response = await page.goto(path);
      expect(await response?.text()).toContain(dataBlock);
    }).toPass();
    await expect(page.getByRole('heading', { name: words }).first()).toBeVisible();
    if (path !== `/products/${slug}`) await expect(page.getByRole('article').first()).toBeVisible();
    expect(calls.filter((name) => name === 'Products' || name === 'Product').slice(0, 1)).toEqual([]);
  });

  test(`${path} fetches its data when those in the HTML are corrupt`, async ({ page }) => {
    const calls = watchCalls(page);
    await page.route(
      (url) => url.pathname === path.split('?')[0],
      async (route) => {
        const response = await route.fetch();
        const html = await response.text();
        await route.fulfill({ response, body: html.replace(/(id="page-data">.{80}).*?<\/script>/s, '$1</script>') });
      },
    );
    await page.goto(path);
    await expect(page.getByRole('heading', { name: words }).first()).toBeVisible();
    await expect.poll(() => calls).toContain(path.startsWith('/products/') ? 'Product' : 'Products');
  });
}

test.describe('without data in the HTML', () => {
  test.use({ htmlData: 'off' });

  for (const [path, words] of firstScreens) {
    test(`${path} fetches its data`, async ({ page }) => {
      const calls = watchCalls(page);
      await page.goto(path);
      await expect(page.getByRole('heading', { name: words }).first()).toBeVisible();
      await expect.poll(() => calls).toContain(path.startsWith('/products/') ? 'Product' : 'Products');
    });
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, words] of firstScreens) {
    for (const width of [360, 1440]) {
      test(`${path} shows its texts, pictures and products, at ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: 800 });
        // A page whose data take more than 300 ms is sent without them.
        await expect(async () => {
          await page.goto(path);
          await expect(page.getByRole('heading', { name: words }).first()).toBeVisible({ timeout: 1_000 });
          // The home page's own words need no data, so wait for a product.
          await expect(page.getByRole('button', { name: /^Add / }).first()).toBeVisible({ timeout: 1_000 });
        }).toPass();
        await expect(page.getByRole('button', { name: 'Filter and sort' })).toHaveCount(
          path.startsWith('/products?') && width === 360 ? 1 : 0,
        );
        const picture = page.locator('main img:visible').first();
        await expect
          .poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth))
          .toBeGreaterThan(0);
      });
    }
  }
});

test('a picture that never loads does not delay hydration', async ({ page }) => {
  const release = await hold(page, '**/pictures/**');
  await page.goto('/products', { waitUntil: 'commit' });
  await takenOver(page);
  release();
});

test.describe('actions before hydration are replayed', () => {
  const actions: [string, (page: Page) => Promise<unknown>, RegExp][] = [
    ['a search', (page) => page.getByRole('searchbox', { name: 'Search', exact: true }).fill('lamp'), /\?search=lamp$/],
    ['a category', (page) => page.getByLabel('Fashion').check({ force: true }), /\?category=Fashion$/],
    ['In stock only', (page) => page.getByLabel('In stock only').check({ force: true }), /\?inStock=true$/],
    ['a highest price', (page) => page.getByLabel('Price', { exact: true }).fill('120'), /\?maxPrice=120$/],
    ['an order', (page) => page.getByLabel('Sort by').selectOption('Price up'), /\?sort=PRICE_ASC$/],
    ['an Add', (page) => page.getByRole('button', { name: /^Add / }).first().click(), /\/login/],
  ];
  for (const [what, act, address] of actions) {
    test(what, async ({ page }) => {
      const release = await hold(page, '**/assets/*.js');
      await page.goto('/products', { waitUntil: 'commit' });
      await act(page);
      release();
      await expect(page).toHaveURL(address);
    });
  }
});

const titled = [
  '/',
  '/products',
  `/products/${slug}`,
  '/login',
  '/register',
  '/contact',
  '/shipping',
  '/returns',
  '/faq',
  '/privacy',
  '/terms',
  '/account/action',
  '/no-such-page',
];
async function headOf(request: APIRequestContext, path: string) {
  let html = '';
  await expect(async () => {
    html = await (await request.get(path)).text();
    if (path.startsWith('/products/')) expect(html).toContain(dataBlock);
  }).toPass();
  return {
    served: /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '',
    description: (/<meta name="description" content="(.*?)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&'),
  };
}
for (const path of titled) {
  test(`${path} has the same title and description in its HTML and from the client`, async ({
    page,
    request,
    problems,
  }) => {
    const { served, description } = await headOf(request, path);
    // From another page, so that the client has to set them.
    await page.goto(path === '/contact' ? '/faq' : '/contact');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await visit(page, path);
    await expect(page).toHaveTitle(served);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', description);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(served);
    await expect(page.locator('title')).toHaveCount(1);
    await expect(page.locator('meta[name="description"]')).toHaveCount(1);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', description);
    if (path === '/no-such-page') expectFault(problems, '404');
  });
}

test('every page has its own title and description, also behind the sign-in', async ({ page, request }) => {
  const dashboard = [
    '',
    '/addproduct',
    '/userProduct',
    '/CreateProduct',
    '/ImportProducts',
    '/AllUser',
    '/DashboardHome',
  ]
    .concat('/AdminProduct', '/profile', '/settings', '/audit', '/orders')
    .map((path) => `/dashboard${path}`);
  const heads = new Map<string, Awaited<ReturnType<typeof headOf>>>();
  for (const path of [...titled, ...dashboard]) heads.set(path, await headOf(request, path));
  const all = [...heads.values()];
  expect(all.every(({ served, description }) => served !== '' && description !== '')).toBe(true);
  expect(new Set(all.map(({ description }) => description)).size).toBe(all.length);
  await signIn(page, demo.admin);
  // Pages for users only redirect an admin.
  for (const path of dashboard.filter((each) => each !== '/dashboard/profile')) {
    await page.goto(path);
    const { served = '', description = '' } = heads.get(path) ?? {};
    await expect(page).toHaveTitle(served);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', description);
  }
});

test('scripts and stylesheets are precompressed and cached for a year; pages are compressed and not cached', async ({
  request,
}) => {
  const page = await request.get('/', { headers: { 'accept-encoding': 'br' } });
  expect(page.headers()).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-store' });
  const assets = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, at]) => at);
  expect(assets.length).toBeGreaterThan(1);
  for (const asset of assets) {
    for (const encoding of ['br', 'gzip']) {
      const { status, headers } = await request
        .get(asset ?? '', { headers: { 'accept-encoding': encoding } })
        .then((answer) => ({ status: answer.status(), headers: answer.headers() }));
      const length = Number(headers['content-length']);
      expect([asset, status, headers['cache-control']]).toEqual([asset, 200, 'public, max-age=31536000, immutable']);
      if (length > 1_000) expect([asset, headers['content-encoding']]).toEqual([asset, encoding]);
    }
  }
});

for (const path of ['/products', `/products/${slug}`]) {
  for (const width of [360, 1440]) {
    test(`the preloaded picture of ${path} is the one that it shows, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      const preloaded = page.locator('link[rel="preload"][as="image"]');
      const shown = page.locator('main img[loading="eager"]').first();
      await expect(shown).toBeVisible();
      expect(await preloaded.first().getAttribute('imagesrcset')).toBe(await shown.getAttribute('srcset'));
      expect(await preloaded.first().getAttribute('imagesizes')).toBe(await shown.getAttribute('sizes'));
    });
  }
}

test('the manifest, its icons and the share picture are served', async ({ page, request }) => {
  await page.goto('/');
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as { icons: { src: string }[] };
  for (const { src } of [...manifest.icons, { src: '/apple-touch-icon.png' }, { src: '/share.jpg' }])
    expect([src, (await request.get(src)).status()]).toEqual([src, 200]);
});

test('/favicon.ico is an icon that a browser can decode', async ({ page, request }) => {
  const icon = await request.get('/favicon.ico');
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/x-icon']);
  await page.goto('/');
  const width = await page.evaluate(async () => {
    const image = new Image();
    image.src = '/favicon.ico';
    await image.decode();
    return image.naturalWidth;
  });
  expect([16, 32, 48]).toContain(width);
});
