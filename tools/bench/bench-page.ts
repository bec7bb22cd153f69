// npm run bench:page [-- RUNS]: Lighthouse, mobile preset, on the started product; medians. Run it on an idle machine.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { freePort, useShop } from '../../e2e/startShop';
// @ts-expect-error -- a plain script without types
import { findChromium } from '../scripts/chromium.mjs';

const runs = Number(process.argv[2] ?? 5);
const paths = ['/', '/products', '/products/alder-ceramic-table-lamp'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const bars = { performance: 97, 'best-practices': 100, accessibility: 100, seo: 100, lcp: 2_000, tbt: 200, cls: 0.01 };

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const metric = (result: Result, audit: string) => result.audits[audit]?.numericValue ?? NaN;

async function measure(url: string): Promise<Result> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: findChromium() as string,
    args: ['--no-sandbox', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
  });
  try {
    const outcome = await lighthouse(url, { port, logLevel: 'error' });
    if (!outcome) throw new Error(`Lighthouse answered nothing for ${url}`);
    return outcome.lhr;
  } finally {
    await browser.close();
  }
}

/** Repeats and reports a run that Lighthouse could not measure. */
async function measureSurely(url: string): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await measure(url);
    const reasons = Object.values(result.audits).flatMap(({ errorMessage }) => errorMessage ?? []);
    if (!Number.isNaN(metric(result, 'largest-contentful-paint'))) return result;
    process.stdout.write(`  not measured: ${reasons[0] ?? 'no reason given'}\n`);
    if (attempt === 3) throw new Error(`Lighthouse could not measure ${url}`);
  }
}

/** The compressed size of every script that the HTML names. */
async function scriptKilobytes(url: string): Promise<number> {
  const html = await (await fetch(url)).text();
  const files = new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => String(path)));
  const sizes = [...files].map((path) => {
    const file = join('dist', 'client', path);
    return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
  });
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

/** Audits that kept a category from its full score in any run. */
function shortcomings(results: Result[]): string[] {
  const names = results.flatMap(({ categories: all, audits }) =>
    ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
      (all[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${category}: ${audits[id]?.title ?? id}`),
    ),
  );
  return [...new Set(names)];
}

const { url: origin, stop } = await useShop();
let missed = 0;
try {
  for (const path of paths) {
    const results: Result[] = [];
    for (let run = 0; run < runs; run += 1) results.push(await measureSurely(origin + path));
    const scores = Object.fromEntries(
      categories.map((name) => [
        name,
        Math.round(100 * median(results.map((each) => each.categories[name]?.score ?? 0))),
      ]),
    ) as Record<(typeof categories)[number], number>;
    const lcps = results.map((each) => metric(each, 'largest-contentful-paint'));
    const lcp = median([...lcps]);
    const cls = median(results.map((each) => metric(each, 'cumulative-layout-shift')));
    const fcp = median(results.map((each) => metric(each, 'first-contentful-paint')));
    const tbt = median(results.map((each) => metric(each, 'total-blocking-time')));
    missed += categories.filter((name) => scores[name] < bars[name]).length;
    missed += Number(lcp > bars.lcp) + Number(tbt > bars.tbt) + Number(cls > bars.cls);
    process.stdout.write(
      `${path}\n  performance ${scores.performance}, accessibility ${scores.accessibility}, best practices ${scores['best-practices']}, SEO ${scores.seo}\n` +
        `  LCP ${lcp.toFixed(0)} ms (${Math.min(...lcps).toFixed(0)}-${Math.max(...lcps).toFixed(0)}), FCP ${fcp.toFixed(0)} ms, TBT ${tbt.toFixed(0)} ms, CLS ${cls.toFixed(3)}, JS ${(await scriptKilobytes(origin + path)).toFixed(1)} kB\n`,
    );
    for (const line of shortcomings(results)) process.stdout.write(`  ${line}\n`);
  }
} finally {
  await stop();
}
process.stdout.write(missed === 0 ? 'Every figure meets its bar.\n' : `${missed} figures miss their bar.\n`);
process.exitCode = missed === 0 ? 0 : 1;
