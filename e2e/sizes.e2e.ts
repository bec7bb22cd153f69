import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './shopTest';

/** The size as compressed by `npm run build`; files too small for compression are sent as they are. */
function weight(path: string): number {
  const file = join('dist', 'client', path);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}

const kilobytes = 190;

for (const path of ['/', '/products', '/products/alder-ceramic-table-lamp']) {
  test(`the scripts of the first complete render of ${path} have at most ${kilobytes} kB in total`, async ({
    page,
  }) => {
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
