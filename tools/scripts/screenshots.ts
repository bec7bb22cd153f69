// `npm run screenshots [-- NAME ...]`: starts the shop and captures every state at three widths, light and dark, into
// screenshots/. NAMEs select states by prefix; KIOSK_URL uses a running shop.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { useShop } from '../../e2e/startShop';
import { fits, settled, type State } from '../../e2e/state';
import { states } from '../../e2e/states';
// @ts-expect-error -- a plain script without types
import { findChromium } from './chromium.mjs';

const folder = 'screenshots';
const widths = [360, 768, 1440] as const;
const schemes = ['light', 'dark'] as const;
const wanted = process.argv.slice(2);

const isWanted = ({ name }: State) => wanted.length === 0 || wanted.some((start) => name.startsWith(start));

interface Look {
  baseURL: string;
  width: number;
  colorScheme: 'light' | 'dark';
}

async function take(browser: Browser, state: State, { baseURL, width, colorScheme }: Look): Promise<void> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: width < 600 ? 780 : 900 },
    colorScheme,
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await state.open(page);
    await page.evaluate(async () => {
      for (const image of document.images) image.loading = 'eager';
      await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
      await document.fonts.ready;
      // Sticky elements would otherwise be in the middle of the picture.
      window.scrollTo(0, 0);
    });
    await settled(page);
    const isOpen = (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) > 0;
    await page.screenshot({ path: join(folder, `${state.name}-${width}-${colorScheme}.png`), fullPage: !isOpen });
  } finally {
    await context.close();
  }
}

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { url: baseURL, stop } = await useShop();
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  let failed = 0;
  try {
    for (const state of states.filter(isWanted)) {
      for (const width of widths.filter((each) => fits(state, each))) {
        for (const colorScheme of schemes) {
          await take(browser, state, { baseURL, width, colorScheme }).catch((error: unknown) => {
            failed += 1;
            console.error(
              `${state.name} ${width} ${colorScheme}: ${error instanceof Error ? error.message : String(error)}`,
            );
          });
        }
      }
      console.log(state.name);
    }
  } finally {
    await browser.close();
    await stop();
  }
  if (failed > 0) process.exitCode = 1;
}

await main();
