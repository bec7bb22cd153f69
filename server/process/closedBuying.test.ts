import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../testing/databaseAt';
import { productionSettings } from '../testing/productionSettings';
import { spawnShop } from '../testing/runningShop';

test('C20 production without a payment provider logs that buying is closed, that no mail is sent and misspelt settings', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-closed-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const shop = spawnShop(join(folder, 'shop'), {
    ...productionSettings,
    AUTH_EMULATOR_PORT: undefined,
    SMTP_ULR: 'smtp://mail.example',
    // The database is not used here.
    MONGODB_URI: 'mongodb://127.0.0.1:1/kiosk',
    PORT: new URL(url).port,
    PUBLIC_URL: url,
  });
  try {
    await Promise.all([/Kiosk answers at/, /Buying is closed/, /No mail is sent/].map(shop.line));
    const lines = shop.stderr().split('\n').filter(Boolean);
    expect(lines.filter((line) => line.includes('Buying is closed'))).toEqual([
      expect.stringContaining('there is no payment provider, and production refuses the test provider'),
    ]);
    expect(lines.filter((line) => line.includes('SMTP_URL'))).toEqual([
      expect.stringMatching(/"level":"warn".*"setting":"SMTP_ULR","meant":"SMTP_URL","msg":"A variable is ignored/),
      expect.stringMatching(/"level":"warn".*No mail is sent: without SMTP_URL confirmations of orders wait/),
    ]);
    expect(await (await fetch(`${url}/config.json`)).json()).toMatchObject({ paymentProvider: 'none' });
  } finally {
    shop.process.kill('SIGKILL');
    await shop.exited;
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
