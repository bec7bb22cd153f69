import type { Page } from '@playwright/test';
import { buyNow } from './buyingParts';
import { expectFault } from './faults';
import { hostileTexts } from './hostileTexts';
import { expect, expectNoSidewaysScroll, test } from './shopTest';
import { demo, newShopper, signIn } from './shopper';
import { signedIn } from './signedIn';

/** Elements and attributes that a hostile text would have created; React never renders them here. */
async function madeByTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')].flatMap((element) => {
      const found = element.getAttributeNames().filter((name) => {
        const value = (element.getAttribute(name) ?? '').trim().toLowerCase();
        return name.startsWith('on') || (['href', 'src', 'action'].includes(name) && value.startsWith('javascript:'));
      });
      const isCode =
        element.localName === 'script' &&
        !['application/json', 'application/ld+json'].includes((element as HTMLScriptElement).type) &&
        !element.hasAttribute('src') &&
        element.textContent.includes('alert(1)');
      const isFrame = ['iframe', 'object', 'embed', 'base'].includes(element.localName);
      return found.length > 0 || isCode || isFrame ? [element.outerHTML.slice(0, 200)] : [];
    }),
  );
}

/** Names are stored without characters that change the text direction. */
const withoutControls = (name: string) => name.replace(/[\u202a-\u202e\u2066-\u206f]/g, '');

test('B23: a product with hostile texts in every field is rendered as text on every screen', async ({
  page,
  request,
  keeper,
  problems,
}) => {
  test.setTimeout(240_000);
  expect(hostileTexts.length).toBeGreaterThanOrEqual(30);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const made: { slug: string; name: string; text: string }[] = [];
  for (const [index, text] of hostileTexts.entries()) {
    const name = `Wraith ${index} ${text}`;
    const { slug } = await keeper.create({
      name,
      description: `${text}\n${text}`,
      price: 10,
      categories: [text.slice(0, 100), `Sub ${text}`.slice(0, 100)],
      photos: [`/pictures/${encodeURIComponent(text)}.avif`],
    });
    made.push({ slug, name: withoutControls(name), text });
  }
  await page.goto('/');
  await expect(page.getByRole('article').first()).toContainText('Wraith');
  await page.getByRole('article').first().getByRole('button', { name: /^Add/ }).click();
  await expect(page.getByRole('alert')).toContainText('Wraith');
  expect(await madeByTexts(page)).toEqual([]);

  await page.goto('/products?search=Wraith');
  const names = page.getByRole('region', { name: 'Products', exact: true }).getByRole('heading', { level: 3 });
  await expect(names).toHaveCount(24);
  await names.last().scrollIntoViewIfNeeded();
  await expect(names).toHaveCount(made.length);
  const shown = await names.allTextContents();
  expect([...shown].sort()).toEqual(made.map(({ name }) => name).sort());
  expect(await madeByTexts(page)).toEqual([]);

  for (const { slug, name } of made) {
    await page.goto(`/products/${slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    expect(await madeByTexts(page)).toEqual([]);
  }
  for (const { text } of made.slice(0, 8)) {
    const query = encodeURIComponent(text);
    await page.goto(`/products?search=${query}&category=${query}`);
    await expect(page.getByRole('group', { name: 'Active filters' }).getByRole('button')).toHaveCount(3);
    expect(await madeByTexts(page)).toEqual([]);
  }

  await signIn(page, await newShopper(request, '<img src=x onerror=alert(1)>'));
  const [first] = made;
  if (!first) throw new Error('products were made');
  await page.goto(`/products/${first.slug}`);
  await page.getByRole('main').getByRole('button', { name: /^Add/ }).first().click();
  await expect(page.getByText(`Added "${first.name}" to store!`)).toBeVisible();
  await page.getByRole('button', { name: /cart/i }).first().click();
  const cart = page.getByRole('dialog');
  await expect(cart).toContainText(first.name);
  expect(await madeByTexts(page)).toEqual([]);
  // Otherwise its picture would show in the admin's list of other tests.
  await cart.getByRole('button', { name: /^Remove/ }).click();
  await expect(cart.getByText('Cart is empty')).toBeVisible();
  expect(dialogs).toEqual([]);
  // The hostile picture addresses are not found.
  expectFault(problems, '404');
});

test('B23: a hostile product is text in admin list, dialog, undo and bulk report, and overflows no phone', async ({
  page,
  request,
  keeper,
  problems,
}) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const names = [
    ...hostileTexts.slice(0, 18).map((text, index) => `Spook ${index} ${text}`),
    'Spook '.padEnd(200, 'W'),
  ];
  for (const [index, name] of names.entries()) {
    const text = hostileTexts[index + 16] ?? name;
    await keeper.create({
      name,
      price: 1_000_000,
      discount: 99.99,
      categories: Array.from({ length: 10 }, (_, at) => `${at}${text}`.slice(0, 100)),
      photos: [`/pictures/${encodeURIComponent(text)}.avif`],
    });
  }
  await signedIn(page, request, demo.admin);
  await page.goto('/dashboard/AdminProduct?search=Spook');
  const rows = page.getByRole('main').locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(names.length);
  const shown = await rows.locator('[data-column="name"] [title]').allTextContents();
  expect(shown.toSorted()).toEqual(names.map(withoutControls).toSorted());
  expect(await madeByTexts(page)).toEqual([]);
  const first = rows.filter({ hasText: 'Spook 0 ' });
  await first.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('<script>alert(1)</script>');
  expect(await madeByTexts(page)).toEqual([]);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  const undo = page.getByRole('list', { name: 'Deleted' });
  await expect(undo).toContainText('<script>alert(1)</script>');
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await madeByTexts(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(first).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(page.getByText(`Activated: ${names.length} products`)).toBeVisible();
  expect(await madeByTexts(page)).toEqual([]);
  expect(dialogs).toEqual([]);
  // The hostile picture addresses are not found.
  expectFault(problems, '404');
});

/** Every nonce that a script of the page can read: of elements, of frames' documents and of globals. */
async function readableNonces(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const elements = [...document.querySelectorAll<HTMLElement>('*')];
    const sources = [...document.querySelectorAll('iframe')].map(({ srcdoc }) => srcdoc);
    const found = [
      ...elements.flatMap((element) => [element.nonce, element.getAttribute('nonce')]),
      ...sources.flatMap((source) => [...source.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce)),
      Reflect.get(window, '__nonce__') as string | undefined,
    ];
    return [...new Set(found)].filter((nonce) => typeof nonce === 'string' && nonce !== '') as string[];
  });
}

/** Those of the nonces under which an inline script runs. */
async function nonceScriptsThatRun(page: Page, nonces: readonly string[]): Promise<string[]> {
  return page.evaluate(
    (all) =>
      all.filter((nonce) => {
        const script = document.createElement('script');
        if (nonce !== '') script.nonce = nonce;
        script.textContent = 'document.documentElement.dataset.ran = ""';
        document.head.append(script);
        const hasRun = 'ran' in document.documentElement.dataset;
        delete document.documentElement.dataset['ran'];
        return hasRun;
      }),
    nonces,
  );
}

test('no inline script that gets into a page runs, neither with a nonce that it can read nor without one', async ({
  page,
  request,
  problems,
}) => {
  const tryAll = async () => {
    const nonces = await readableNonces(page);
    expect([page.url(), await nonceScriptsThatRun(page, [...nonces, ''])]).toEqual([page.url(), []]);
    return nonces;
  };
  await signedIn(page, request, demo.admin);
  for (const path of ['/', '/products/summit-steel-bottle', '/playground', '/no-such-page']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await tryAll();
  }
  await buyNow(page, 'summit-steel-bottle');
  await tryAll();
  // The library of toasts and the frame of a mail have style elements of their own.
  await page.goto('/dashboard/settings');
  await page.getByRole('main').getByRole('button', { name: 'Send test message' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Open the outbox' }).click();
  await page.getByRole('main').getByRole('row').filter({ hasText: 'Test message' }).getByRole('button').first().click();
  await expect(page.locator('iframe[srcdoc*="nonce="]')).toBeVisible();
  await expect(page.locator('#_goober')).toBeAttached();
  // That of the styles.
  expect(await tryAll()).toHaveLength(1);
  // The page that there is not, and the scripts that were tried.
  expectFault(problems, '404', 'Executing inline script violates', 'CSP script-src-elem inline');
});
