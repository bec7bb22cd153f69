import type { Page } from '@playwright/test';

/** Calls to the identity provider at any origin. */
export const provider = {
  signIn: '**/v1/accounts:signInWithPassword?**',
  signUp: '**/v1/accounts:signUp?**',
  refresh: '**/v1/token?**',
  sendMail: '**/v1/accounts:sendOobCode?**',
};

/** Holds the calls to a URL until the returned function is called. */
export async function hold(page: Page, url: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** Removes messages of a deliberate fault from the problems of a test. */
export function expectFault(problems: string[], ...words: string[]): void {
  expected.set(problems, [...(expected.get(problems) ?? []), ...words]);
}

const expected = new WeakMap<string[], string[]>();

/** Filters at the end: the console may report a fault after the test has seen its effect. */
export const unexpected = (problems: string[]): string[] =>
  problems.filter((each) => !expected.get(problems)?.some((word) => each.includes(word)));
