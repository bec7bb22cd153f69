import type { Page } from '@playwright/test';
import { field, main, submit, toast } from './accountPage';
import { axeViolations } from './axe';
import { expectFault, hold, provider } from './faults';
import { expect, test } from './shopTest';

const picture = 'client/public/pictures/harbour-canvas-tote-1-800.jpg';

const states: Record<string, (page: Page) => Promise<void>> = {
  'sign-in with its errors': async (page) => {
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Another shopper' })).toBeVisible();
    await submit(page).click();
    await expect(main(page).getByText('Password is required')).toBeVisible();
  },
  'sign-in refused': async (page) => {
    await page.goto('/login');
    await field(page, 'Email').fill('anna@example.com');
    await field(page, 'Password').fill('wrong-password');
    await submit(page).click();
    await expect(toast(page, 'Invalid email or password')).toBeVisible();
    await expect(main(page).getByRole('alert')).toBeVisible();
  },
  'sign-in pending': async (page) => {
    await hold(page, provider.signIn);
    await page.goto('/login');
    await field(page, 'Email').fill('anna@example.com');
    await field(page, 'Password').fill('secret-1');
    await submit(page).click();
    await expect(submit(page)).toHaveText('Signing in...');
  },
  'registration with its errors and a picture': async (page) => {
    await page.goto('/register');
    await field(page, 'Profile Image').setInputFiles(picture);
    await expect(page.getByRole('img', { name: /^Preview/ })).toBeVisible();
    await submit(page).click();
    await expect(main(page).getByText('Confirm password is required')).toBeVisible();
  },
  'the Google button failed': async (page) => {
    await page.goto('/register');
    await page.evaluate(() => sessionStorage.setItem('kiosk-fault', 'auth/popup-blocked'));
    await main(page)
      .getByRole('button', { name: /Google/ })
      .click();
    await expect(main(page).getByRole('alert')).toBeVisible();
  },
  'the chooser': async (page) => {
    await page.goto('/login');
    await main(page)
      .getByRole('button', { name: /Google/ })
      .click();
    await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1');
  },
  'a reset link asked for': async (page) => {
    await page.goto('/account/action');
    await field(page, 'Email').fill('other@kiosk.test');
    await submit(page).click();
    await expect(page.getByRole('region', { name: 'Demo outbox' }).getByText('other@kiosk.test').first()).toBeVisible();
  },
  'a new password with its errors': async (page) => {
    await page.goto('/account/action');
    await field(page, 'Email').fill('other@kiosk.test');
    await submit(page).click();
    await page.getByRole('link', { name: 'Reset your password to other@kiosk.test' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password');
    await submit(page).click();
    await expect(main(page).getByText('Confirm password is required')).toBeVisible();
  },
  'a used-up link': async (page) => {
    await page.goto('/account/action?mode=resetPassword&oobCode=none');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
  },
};

for (const [name, reach] of Object.entries(states)) {
  test(`E16 axe finds nothing: ${name}, at 360 and 1440 px, light and dark`, async ({ page, problems }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await reach(page);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
        expect([width, colorScheme, await axeViolations(page)]).toEqual([width, colorScheme, []]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    }
    expectFault(problems, '400');
  });
}
