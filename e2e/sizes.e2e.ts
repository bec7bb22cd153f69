import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './shopTest';

/** As `npm run build` has compressed it; what is too small for that goes as it is. */
function weight(path: string): number {
  const file = join('dist', 'client', path);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}

const kilobytes = 190;

for (const path of ['/', '/products', '/products/alder-ceramic-table-lamp']) {
  test(`every script that the first complete render of ${path} needs is at most ${kilobytes} kB`, async ({ page }) => {
    const scripts = new Set<string>();
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
    });
    await page.goto(path);
    await expect(page.getByRole('button', { name: /^Add/ }).first()).toBeVisible();
    const sizes = Object.fromEntries([...scripts].map((script) => [script, weight(script)]));
    const total = Object.values(sizes).reduce((sum, size) => sum + size, 0) / 1000;
    test.info().annotations.push({ type: 'kB', description: total.toFixed(1) });
    expect(scripts.size).toBeGreaterThan(0);
    expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(kilobytes);
  });
}
