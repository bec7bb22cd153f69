import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { field, main, newEmail, recordOf, submit, toast } from './accountPage';
import { expect, test } from './shopTest';

const picture = 'client/public/pictures/harbour-canvas-tote-1-800.jpg';
async function fillRegistration(page: Page, email: string, name = 'Anna Meyer') {
  await page.goto('/register');
  await field(page, 'Full Name').fill(name);
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill('secret-1');
  await field(page, 'Confirm Password').fill('secret-1');
}

test.describe('registration', () => {
  test('M24 an error causes no layout shift', async ({ page }) => {
    await page.goto('/register');
    const before = await submit(page).boundingBox();
    await submit(page).click();
    await expect(main(page).getByText('Name is required')).toBeVisible();
    expect(await submit(page).boundingBox()).toEqual(before);
  });

  test('M23 an image is previewed; any other file is rejected and blocks the form until it is removed', async ({
    page,
  }) => {
    await fillRegistration(page, newEmail());
    await field(page, 'Profile Image').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('<script>'),
    });
    await expect(field(page, 'Profile Image')).toHaveAccessibleDescription(/^Choose an image file/);
    const calls: string[] = [];
    page.on('request', (each) => calls.push(each.url()));
    await submit(page).click();
    await expect(field(page, 'Profile Image')).toBeFocused();
    expect(calls.filter((url) => url.includes('accounts:signUp'))).toEqual([]);
    await main(page).getByRole('button', { name: 'Remove the profile image' }).click();
    await expect(field(page, 'Profile Image')).toBeFocused();
    await expect(field(page, 'Profile Image')).toHaveValue('');
    await expect(main(page).getByText('Choose an image file')).toHaveCount(0);
    await field(page, 'Profile Image').setInputFiles(picture);
    const preview = page.getByRole('img', { name: 'Preview of harbour-canvas-tote-1-800.jpg' });
    await expect(preview).toBeVisible();
    const drawn = await preview.evaluate((canvas: HTMLCanvasElement) =>
      canvas.getContext('2d')?.getImageData(56, 80, 1, 1).data.at(3),
    );
    expect(drawn).toBe(255);
    await expect(main(page).getByText('Choose an image file')).toHaveCount(0);
  });

  test('B26 a broken image and an SVG with a script get no preview, and only the file name is stored', async ({
    page,
  }) => {
    await page.goto('/register');
    for (const [name, mimeType, content] of [
      ['broken.png', 'image/png', '<b>no picture</b>'],
      [
        'drawing.svg',
        'image/svg+xml',
        '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
      ],
    ] as const) {
      await field(page, 'Profile Image').setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
      await expect(main(page).getByTestId('profile-preview').locator('svg')).toBeVisible();
      await expect(main(page).getByText('Choose an image file')).toHaveCount(0);
    }
    await fillRegistration(page, newEmail());
    const buffer = readFileSync(picture);
    await field(page, 'Profile Image').setInputFiles({
      name: `${'long'.repeat(50)}.jpg`,
      mimeType: 'image/jpeg',
      buffer,
    });
    await submit(page).click();
    await expect(toast(page, 'Account created successfully!')).toBeVisible();
    await expect.poll(async () => (await recordOf(page))?.photoURL).toBe(`${'long'.repeat(50)}.jpg`.slice(-120));
  });
});
