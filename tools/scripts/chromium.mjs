import { existsSync } from 'node:fs';

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The path of an installed Chromium; throws a one-line error with the remedy if there is none. */
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

/** Headless Chromium, Playwright's default: it loads pages faster. */
const headlessShell = '/usr/bin/chromium-headless-shell';

/** For the browser tests; with KIOSK_LONG the full browser. */
export function findTestChromium() {
  const takesShell = !process.env.KIOSK_CHROMIUM && !process.env.KIOSK_LONG && existsSync(headlessShell);
  return takesShell ? headlessShell : findChromium();
}
