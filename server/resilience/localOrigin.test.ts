import { mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnShop } from '../testing/runningShop';
import { localOrigin } from '../process/localOrigin';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4000'],
  ['localhost', 'http://localhost:4000'],
  ['::1', 'http://[::1]:4000'],
  ['2001:db8::7', 'http://[2001:db8::7]:4000'],
  ['0.0.0.0', 'http://127.0.0.1:4000'],
  ['::', 'http://[::1]:4000'],
  ['shop.internal', 'http://shop.internal:4000'],
])('a shop that listens on %s is reached at %s', (host, origin) => {
  expect(localOrigin(host, 4000)).toBe(origin);
  expect(new URL(origin).origin).toBe(origin);
});

test.each([
  ['::1', 2],
  ['localhost', 1],
])(
  'a shop that listens on %s with %d processes prints and links addresses that answer',
  async (host, processes) => {
    if (!Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'))) {
      process.stdout.write('NOT MEASURED: this machine has no IPv6.\n');
      return;
    }
    const folder = mkdtempSync(join(tmpdir(), 'kiosk-origin-'));
    const shop = spawnShop(join(folder, 'shop'), { HOST: host, WEB_CONCURRENCY: String(processes), LOG_LEVEL: 'warn' });
    try {
      const url = (await shop.line(/Kiosk is ready: (\S+)/))[1] ?? '';
      expect(new URL(url).hostname).toBe(host === '::1' ? '[::1]' : host);
      const openApi = (await (await fetch(`${url}/api/openapi.json`)).json()) as { servers: { url: string }[] };
      const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
      const page = await (await fetch(`${url}/products`)).text();
      const listed = await fetch(`${url}/api/product?limit=1`);
      const next = /^<(.*)>; rel="next"$/.exec(listed.headers.get('link') ?? '')?.[1] ?? '';
      const links = /<loc>(.*?)<\/loc>|rel="canonical" href="(.*?)"|property="og:url" content="(.*?)"/g;
      const linked = [...(sitemap + page).matchAll(links)].map(([, ...found]) => found.join(''));
      expect(openApi.servers).toEqual([{ url: `${url}/api` }]);
      expect(linked.length).toBeGreaterThan(3);
      for (const address of [next, ...linked]) {
        expect(address.startsWith(`${url}/`)).toBe(true);
        expect((await fetch(address)).status).toBe(200);
      }
    } finally {
      shop.process.kill('SIGTERM');
      await shop.exited;
      rmSync(folder, { recursive: true, force: true });
    }
  },
  120_000,
);
