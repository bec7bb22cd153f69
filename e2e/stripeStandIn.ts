import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import type { Page } from '@playwright/test';

/** The hosts of Stripe in a browser, at addresses of this machine. */
export interface StripeHosts {
  /** js.stripe.com and hooks.stripe.com. */
  readonly pages: string;
  /** api.stripe.com. */
  readonly api: string;
}

/** Serves the script and the frames of e2e/stripe, which stand in for Stripe's. */
export async function startStripePages(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const types: Readonly<Record<string, string>> = {
    ...{ 'stripe.js': 'text/javascript', 'card.html': 'text/html', 'bank.html': 'text/html' },
  };
  const server = createServer(({ url = '' }, response) => {
    const name = basename(url);
    const type = types[name];
    if (type === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': type }).end(readFileSync(`e2e/stripe/${name}`));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Leads the browser's requests to Stripe to the stand-ins; returns them with the page that sent each. */
export async function standInForStripe(page: Page, { pages, api }: StripeHosts): Promise<string[]> {
  const asked: string[] = [];
  await page.route(/^https:\/\/(js|hooks)\.stripe\.com\//, async (route) => {
    const url = route.request().url();
    asked.push(`${new URL(page.url()).pathname} ${url}`);
    await route.fulfill({ response: await route.fetch({ url: pages + new URL(url).pathname }) });
  });
  await page.route('https://api.stripe.com/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    try {
      const response = await route.fetch({ url: api + pathname });
      await route.fulfill({ response, headers: { ...response.headers(), 'access-control-allow-origin': '*' } });
    } catch {
      await route.abort();
    }
  });
  return asked;
}
