import type { Page } from '@playwright/test';
import { expect, test } from './shopTest';
import { takenOver } from './visit';

const heading = 'Discover Amazing Products at Great Prices';

/** Holds the scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  return release;
}

interface Played {
  words: string | null;
  property: string;
  duration: unknown;
  delay: unknown;
}

/** Records every animation that a script starts: observing a running one would depend on the machine's speed. */
async function watchAnimations(page: Page): Promise<() => Promise<Played[]>> {
  await page.addInitScript(() => {
    const played: unknown[] = [];
    Object.assign(window, { played });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      const { duration, delay } = options as KeyframeAnimationOptions;
      for (const property of Object.keys(frames ?? {}))
        played.push({ words: this.textContent, property, duration, delay });
      return animate.call(this, frames, options);
    };
  });
  return () => page.evaluate(() => (window as unknown as { played: Played[] }).played);
}

/** Heading, subtext and the two buttons. */
const parts = (page: Page) => [
  page.getByRole('heading', { level: 1 }),
  page.getByText(/^Shop from our curated collection/),
  page.getByRole('link', { name: 'Shop Now' }),
  page.getByRole('link', { name: 'Browse Electronics' }),
];
const specified = [
  { duration: 800, delay: 0 },
  { duration: 800, delay: 300 },
  { duration: 800, delay: 600 },
  { duration: 800, delay: 800 },
];

test('M08: the text of the hero is in the HTML and painted before any script runs', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page.getByText(/^Shop from our curated collection/)).toBeAttached();
  await expect(page.getByRole('link', { name: 'Shop Now' })).toHaveAttribute('href', '/products');
  await expect(page.getByRole('link', { name: 'Browse Electronics' })).toHaveAttribute(
    'href',
    '/products?category=Electronics',
  );
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  expect(
    await page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.js'))),
  ).toBe(false);
  release();
});

test('M09 M70: on a document load the stylesheet plays the entrance, and hydration keeps its markup', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  for (const [index, part] of parts(page).entries()) {
    const { animationDuration, animationDelay } = await part.evaluate((each) => {
      const { animationDuration, animationDelay } = getComputedStyle(each);
      return { animationDuration, animationDelay };
    });
    const { duration, delay } = specified[index] ?? { duration: NaN, delay: NaN };
    expect([parseFloat(animationDuration), parseFloat(animationDelay)]).toEqual([duration / 1000, delay / 1000]);
  }
  await page.getByRole('heading', { level: 1 }).evaluate((each) => each.setAttribute('data-served', 'yes'));
  release();
  await takenOver(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('data-served', 'yes');
});

test('M09: after navigation within the shop framer-motion plays the same entrance', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const played = await watchAnimations(page);
  await page.goto('/products');
  await page.getByRole('banner').getByRole('link', { name: 'Kiosk' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  for (const property of ['opacity', 'transform']) {
    await expect
      .poll(async () =>
        (await played())
          .filter((each) => each.property === property)
          .map(({ duration, delay }) => ({ duration, delay })),
      )
      .toEqual(specified);
  }
  for (const part of parts(page)) {
    expect(await part.evaluate((each) => getComputedStyle(each).animationName)).toBe('none');
    await expect.poll(() => part.evaluate((each) => getComputedStyle(each).opacity)).toBe('1');
  }
});

test('M09: a hero button grows to 1.05 in 0.2 s on hover and shrinks to 0.95 in 0.1 s when pressed', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const played = await watchAnimations(page);
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  const button = page.getByRole('link', { name: 'Shop Now' });
  const scale = () => button.evaluate((each) => getComputedStyle(each).scale);
  const durations = async () =>
    (await played()).filter(({ property }) => property === 'scale').map((each) => each.duration);
  await button.hover();
  await expect.poll(scale).toBe('1.05');
  expect(await durations()).toEqual([200]);
  await page.mouse.down();
  await expect.poll(scale).toBe('0.95');
  expect(await durations()).toEqual([200, 100]);
  await page.mouse.move(0, 0);
  await expect.poll(scale).toBe('1');
  await page.mouse.up();
});

test('M09: prefers-reduced-motion disables the animations', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const played = await watchAnimations(page);
  await page.goto('/');
  const button = page.getByRole('link', { name: 'Shop Now' });
  const { duration, delay } = await button.evaluate((each) => {
    const style = getComputedStyle(each);
    return { duration: parseFloat(style.animationDuration), delay: parseFloat(style.animationDelay) };
  });
  expect(duration).toBeLessThan(0.001);
  expect(delay).toBe(0);
  await expect(page.getByRole('article').first()).toBeVisible();
  await button.hover();
  await page.getByRole('link', { name: 'Browse Electronics' }).hover();
  expect(await button.evaluate((each) => getComputedStyle(each).scale)).toBe('none');
  await page.goto('/products');
  await page.getByRole('banner').getByRole('link', { name: 'Kiosk' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  expect(await played()).toEqual([]);
});
