import type { Page } from '@playwright/test';
import { field, main, submit, toast } from './accountPage';
import { hold, provider } from './faults';
import type { State } from './state';

const picture = 'client/public/pictures/harbour-canvas-tote-1-800.jpg';
const google = (page: Page) => main(page).getByRole('button', { name: /Google/ });

async function atLogin(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Another shopper' }).waitFor();
}

async function tryToSignIn(page: Page): Promise<void> {
  await atLogin(page);
  await field(page, 'Email').fill('anna@example.com');
  await field(page, 'Password').fill('wrong-password');
  await submit(page).click();
}

async function askForReset(page: Page): Promise<void> {
  await page.goto('/account/action');
  await field(page, 'Email').fill('other@kiosk.test');
  await submit(page).click();
  await page.getByRole('region', { name: 'Demo outbox' }).getByText('other@kiosk.test').first().waitFor();
}

export const accountStates: readonly State[] = [
  { name: 'login', open: atLogin },
  {
    name: 'login-errors',
    open: async (page) => {
      await atLogin(page);
      await submit(page).click();
      await main(page).getByText('Password is required').waitFor();
    },
  },
  {
    name: 'login-refused',
    isFault: true,
    open: async (page) => {
      await tryToSignIn(page);
      await toast(page, 'Invalid email or password').waitFor();
      await main(page).getByRole('alert').waitFor();
    },
  },
  {
    name: 'login-pending',
    open: async (page) => {
      await hold(page, provider.signIn);
      await tryToSignIn(page);
      await submit(page).and(page.getByText('Signing in...')).waitFor();
    },
  },
  {
    name: 'login-demo-accounts',
    open: async (page) => {
      await atLogin(page);
      await google(page).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'register',
    open: async (page) => {
      await page.goto('/register');
      await submit(page).waitFor();
    },
  },
  {
    name: 'register-errors',
    open: async (page) => {
      await page.goto('/register');
      await field(page, 'Profile Image').setInputFiles(picture);
      await page.getByRole('img', { name: /^Preview/ }).waitFor();
      await submit(page).click();
      await main(page).getByText('Confirm password is required').waitFor();
    },
  },
  {
    name: 'register-google-failed',
    open: async (page) => {
      await page.goto('/register');
      await page.evaluate(() => sessionStorage.setItem('kiosk-fault', 'auth/popup-blocked'));
      await google(page).click();
      await main(page).getByRole('alert').waitFor();
    },
  },
  { name: 'reset-asked-for', open: askForReset },
  {
    name: 'reset-errors',
    open: async (page) => {
      await askForReset(page);
      await page.getByRole('link', { name: 'Reset your password to other@kiosk.test' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
      await submit(page).click();
      await main(page).getByText('Confirm password is required').waitFor();
    },
  },
  {
    name: 'reset-expired',
    isFault: true,
    open: async (page) => {
      await page.goto('/account/action?mode=resetPassword&oobCode=none');
      await page.getByRole('heading', { level: 1, name: 'This link no longer works' }).waitFor();
    },
  },
];
