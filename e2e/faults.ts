import type { Page } from '@playwright/test';

/** Calls to the identity provider, whichever address it has. */
export const provider = {
  signIn: '**/v1/accounts:signInWithPassword?**',
  signUp: '**/v1/accounts:signUp?**',
  refresh: '**/v1/token?**',
  sendMail: '**/v1/accounts:sendOobCode?**',
};

/** Holds the calls to an address until they are let go. */
export async function hold(page: Page, url: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** Takes what a fault on purpose makes Chromium report out of a test's problems. */
export function expectFault(problems: string[], ...words: string[]): void {
  const kept = problems.filter((each) => !words.some((word) => each.includes(word)));
  problems.splice(0, problems.length, ...kept);
}
