import { field, main } from './accountPage';
import { expect, test } from './shopTest';
import { startShop, type StartedShop } from './startShop';

let shop: StartedShop;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  shop = await startShop({ DEMO_DATA: 'off' });
});
test.afterAll(() => shop.stop());

test('/config.json has the settings, and tells whether there are demo accounts', async ({ request }) => {
  expect(await (await request.get('/config.json')).json()).toEqual({
    mode: 'embedded',
    contactRetentionDays: 365,
    firebase: { projectId: 'demo-kiosk', apiKey: 'demo-key', authDomain: 'localhost' },
    authEmulatorUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    playground: true,
    demoAccounts: true,
  });
  const withoutDemo = (await (await request.get(`${shop.url}/config.json`)).json()) as Record<string, unknown>;
  expect(withoutDemo).toMatchObject({ mode: 'embedded', demoAccounts: false });
});

test('with DEMO_DATA=off /login and the chooser offer no account that is not there', async ({ page }) => {
  await page.goto(`${shop.url}/login`);
  const demo = main(page).getByRole('region', { name: /^Demo/ });
  await expect(demo).toHaveText('Demo shop. No mail is sent here. Open the demo outbox');
  await expect(demo.getByRole('button')).toHaveCount(0);
  await expect(field(page, 'Email')).toHaveValue('');
  await expect(field(page, 'Password')).toHaveValue('');

  await main(page).getByRole('button', { name: 'Continue with Google' }).click();
  const chooser = page.getByRole('dialog', { name: 'Choose a demo account' });
  await expect(chooser.getByRole('listitem')).toHaveText(['Nnewcomer@kiosk.test', 'Nnameless@kiosk.test']);
  await chooser.getByRole('button', { name: 'newcomer@kiosk.test', exact: true }).click();
  await expect(page.getByText('Signed in with Google!')).toBeVisible();
  await expect(page).toHaveURL(`${shop.url}/`);
  await expect(page.getByText('No featured products found')).toBeVisible();
});

test('with DEMO_DATA=off the playground offers none either', async ({ page }) => {
  await page.goto(`${shop.url}/playground`);
  await expect(page.getByRole('textbox', { name: 'or paste a token' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Act as' })).toHaveCount(0);
});
