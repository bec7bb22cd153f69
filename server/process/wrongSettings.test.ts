import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EnvironmentError, loadDotEnv, readEnvironment } from '../env';
import { addressReader } from '../http/clientAddress';
import { settingsRefusal } from '../testing/settingsRefusal';

test.each([
  ...[
    '999.1.1.1',
    'dead',
    '10.0.0',
    '10.0.0.0/99',
    '1.2.3.4/33',
    ':::',
    'fe80::/200',
    '10.0.0.0/0',
    '10',
    '0',
    '::1/0',
  ],
  ...['10.0.0.1,', '10.0.0.1 10.0.0.2', 'fe80::1%eth0/64', '0x7f.1', 'proxy.example', '10.0.0.1:80', '-1', '1.5'],
])('refuses TRUST_PROXY %j together with the other wrong settings', (text) => {
  expect(settingsRefusal({ TRUST_PROXY: text, PORT: 'http' })).toBe(
    'PORT is wrong: it must be a port from 0 to 65535.\n' +
      "TRUST_PROXY is wrong: it must be 'off', the number of proxies in front (1 to 9), or their addresses or networks with commas between.",
  );
});

test.each([
  ...['9', '10.0.0.0/8', '127.0.0.1, ::1', 'fe80::/10', '2001:DB8::1', 'loopback,uniquelocal', 'LinkLocal'],
  ...['192.168.0.1/32', '::ffff:10.0.0.1'],
])('accepts TRUST_PROXY %j and creates an address reader from it', (text) => {
  const { trustProxy } = readEnvironment({ TRUST_PROXY: text } as unknown as NodeJS.ProcessEnv);
  expect(() => addressReader(trustProxy)).not.toThrow();
});

test('refuses a METRICS_PORT equal to PORT, also to its default', () => {
  const words = 'METRICS_PORT must be another one than PORT, where the shop itself answers.';
  expect(settingsRefusal({ PORT: '9464', METRICS_PORT: '9464' })).toBe(words);
  expect(settingsRefusal({ METRICS_PORT: '4000' })).toBe(words);
  expect(settingsRefusal({ PORT: '0', METRICS_PORT: '0' })).toBe('accepted');
});

test('reports a .env that is not a file in one line and ignores a missing one', () => {
  const [before, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), 'kiosk-env-'))];
  try {
    process.chdir(folder);
    expect(loadDotEnv).not.toThrow();
    mkdirSync('.env');
    expect(loadDotEnv).toThrow(
      new EnvironmentError('.env cannot be read: it must be a file that the shop may read (EISDIR).'),
    );
  } finally {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
});
