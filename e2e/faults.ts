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
  expected.set(problems, [...(expected.get(problems) ?? []), ...words]);
}

const expected = new WeakMap<string[], string[]>();

/** The console may tell of a fault after the test has seen what follows from it. */
export const unexpected = (problems: string[]): string[] =>
  problems.filter((each) => !expected.get(problems)?.some((word) => each.includes(word)));
