import { hold } from './faults';
import { expect, test } from './shopTest';
import { settled } from './state';
import { takenOver } from './visit';

const pages = [
  ['/contact', 'Contact us', 'Support is there 24/7'],
  ['/shipping', 'Shipping', 'United States: free on orders over $50'],
  ['/returns', 'Returns', 'You have 30 days'],
  ['/faq', 'Frequently asked questions', 'When is shipping free?'],
  ['/privacy', 'Privacy', 'It can be brought back for 10 minutes'],
  ['/terms', 'Terms', 'You have 30 days'],
] as const;

test('M42: the footer links to the four pages, and an answer of the FAQ opens by keyboard', async ({ page }) => {
  await page.goto('/');
  for (const [path, heading] of pages.slice(0, 4)) {
    await page
      .getByRole('contentinfo')
      .getByRole('navigation', { name: 'Customer service' })
      .locator(`a[href="${path}"]`)
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  const answer = page.getByText(/says above which sum, where there is one/);
  await expect(answer).toBeHidden();
  await page.getByText('When is shipping free?').focus();
  await page.keyboard.press('Enter');
  await expect(answer).toBeVisible();
});

test('M42: the service pages are as wide as the grid, and the button is as wide as its text from 600 px', async ({
  page,
}) => {
  await page.goto('/contact');
  const edge = async (selector: string) =>
    page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().right));
  expect(await edge('[data-testid="service-main"]')).toBe(await edge('header .MuiToolbar-root > :nth-last-child(2)'));
  await page.setViewportSize({ width: 768, height: 900 });
  const send = page.getByRole('button', { name: 'Send message' });
  expect((await send.boundingBox())?.width).toBeLessThan(300);
  await page.setViewportSize({ width: 360, height: 780 });
  expect((await send.boundingBox())?.width).toBe(324);
});

test('M42: on a phone the list of service pages is above the heading', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  for (const [path] of pages) {
    await page.goto(path);
    const list = await page.getByRole('navigation', { name: 'Service pages' }).getByRole('list').boundingBox();
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect([path, (list?.y ?? 0) + (list?.height ?? 0) <= (heading?.y ?? 0)]).toEqual([path, true]);
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, heading, words] of pages) {
    test(`${path} is rendered by the server`, async ({ page }) => {
      expect((await page.goto(path))?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByText(words).first()).toBeVisible();
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })).toHaveAttribute(
        'href',
        '/privacy',
      );
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })).toHaveAttribute(
        'href',
        '/terms',
      );
    });
  }
});

for (const [path] of pages) {
  for (const width of [390, 1440]) {
    test(`${path} keeps its server markup and layout during hydration, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript(() => {
        const shifts: PerformanceEntry[] = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: 'layout-shift' });
        Object.assign(window, { shifts });
      });
      const release = await hold(page, '**/assets/*.js');
      await page.goto(path, { waitUntil: 'commit' });
      const heading = page.getByRole('heading', { level: 1 });
      await heading.evaluate((element) => element.setAttribute('data-rendered', ''));
      const before = await page.locator('main').innerText();
      // A late web font may move a word, and a layout shift is reported some time after its frame.
      await page.evaluate(async () => void (await document.fonts.ready));
      await settled(page);
      const fontsShown = await page.evaluate(() => performance.now());
      release();
      await takenOver(page);
      await settled(page);
      await expect(heading).toHaveAttribute('data-rendered');
      expect(await page.locator('main').innerText()).toBe(before);
      const shifts = await page.evaluate(
        (since) =>
          (window as unknown as { shifts: PerformanceEntry[] }).shifts
            .filter(({ startTime }) => startTime > since)
            .map((shift) => JSON.stringify(shift)),
        fontsShown,
      );
      expect(shifts).toEqual([]);
    });
  }
}

test('text typed into the contact form before hydration is kept', async ({ page }) => {
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/contact', { waitUntil: 'commit' });
  const message = page.getByLabel('Message');
  await message.fill('Typed early');
  release();
  await takenOver(page);
  await expect(message).toHaveValue('Typed early');
  await page.getByLabel('Your name').fill('Ada');
  await expect(message).toHaveValue('Typed early');
});

test('a press of Send message before hydration is replayed, and the typed text is kept', async ({ page }) => {
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/contact', { waitUntil: 'commit' });
  const message = page.getByLabel('Message');
  await message.fill('Typed early');
  await page.getByRole('button', { name: 'Send message' }).click();
  release();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(message).toHaveValue('Typed early');
  expect(new URL(page.url()).search).toBe('');
});
