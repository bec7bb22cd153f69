import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
// @ts-expect-error -- a plain script without types
import { findTestChromium } from './tools/scripts/chromium.mjs';

/** The browser suite: the real product in a real Chromium, a shop for each worker. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  workers: process.env.KIOSK_URL ? 1 : Math.min(2, availableParallelism()),
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  globalSetup: './e2e/startShops.ts',
  reporter: [['list']],
  use: {
    headless: true,
    viewport: { width: 1440, height: 900 },
    // Copies of the page at every step cost an eighth of the whole time: `--trace on` brings them where one is needed.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: { executablePath: findTestChromium(), args: ['--no-sandbox', '--disable-dev-shm-usage'] },
  },
});
