import { expect, test } from './shopTest';
import { startShop, type StartedShop } from './startShop';

let shop: StartedShop;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  shop = await startShop({ DEMO_DATA: 'off' });
});
test.afterAll(() => shop.stop());

test('/config.json has the settings and whether there are demo accounts', async ({ request }) => {
  expect(await (await request.get('/config.json')).json()).toEqual({
    mode: 'embedded',
    contactRetentionDays: 365,
    firebase: { projectId: 'demo-kiosk', apiKey: 'demo-key', authDomain: 'localhost' },
    authEmulatorUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    outbound: true,
    paymentProvider: 'test',
    captureAfterMinutes: 10,
    playground: true,
    demoAccounts: true,
  });
  const withoutDemo = (await (await request.get(`${shop.url}/config.json`)).json()) as Record<string, unknown>;
  expect(withoutDemo).toMatchObject({ mode: 'embedded', demoAccounts: false });
});

test('with DEMO_DATA=off the playground offers no demo account', async ({ page }) => {
  await page.goto(`${shop.url}/playground`);
  await expect(page.getByRole('textbox', { name: 'or paste a token' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Act as' })).toHaveCount(0);
});
