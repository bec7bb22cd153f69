import { existsSync } from 'node:fs';

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The path of an installed Chromium; throws one line with the remedy when there is none. */
export function findChromium() {
  const chosen = process.env.KIOSK_CHROMIUM;
  const found = chosen ? [chosen].find(existsSync) : candidates.find(existsSync);
  if (!found) {
    throw new Error(
      'The browser tests need Chromium: run `apt-get install chromium`, or set KIOSK_CHROMIUM to its path.',
    );
  }
  return found;
}

/** Chromium without its windows, which Playwright takes by itself too: it loads pages faster. */
const headlessShell = '/usr/bin/chromium-headless-shell';

/** For the browser tests. With the full figures it is the whole browser, as people use it. */
export function findTestChromium() {
  const takesShell = !process.env.KIOSK_CHROMIUM && !process.env.KIOSK_LONG && existsSync(headlessShell);
  return takesShell ? headlessShell : findChromium();
}
