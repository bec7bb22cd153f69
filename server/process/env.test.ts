import { readFileSync } from 'node:fs';
import { EnvironmentError, readEnvironment, variableNames } from '../env';
import { productionSettings } from '../testing/productionSettings';

const production = { ...productionSettings, MONGODB_URI: 'mongodb://user:hunter2@db.internal/kiosk' };

const without = (name: keyof typeof production) =>
  Object.fromEntries(Object.entries(production).filter(([key]) => key !== name));

function refusal(source: Record<string, string>): string {
  try {
    readEnvironment(source as unknown as NodeJS.ProcessEnv);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message;
    throw error;
  }
  return 'accepted';
}

const wrong: Record<string, string> = {
  NODE_ENV: 'prod',
  PORT: '65536',
  HOST: 'a b',
  MONGODB_URI: 'postgres://user:hunter2@db',
  DATABASE_TIMEOUT_MS: '50',
  DATA_DIR: 'data\n',
  FIREBASE_PROJECT_ID: 'Nope!',
  FIREBASE_API_KEY: 'x y',
  FIREBASE_AUTH_DOMAIN: 'nodots',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
  AUTH_EMULATOR_PORT: '-1',
  PUBLIC_URL: 'shop.example/path',
  ADMIN_EMAILS: 'a@b.example,nobody',
  CORS_ORIGINS: '*',
  TRUST_PROXY: 'true',
  LOG_LEVEL: 'loud',
  LOG_SAMPLE_READS: '1.5',
  INTROSPECTION: 'yes',
  HTML_DATA: 'no',
  METRICS_PORT: '9.5',
  WEB_CONCURRENCY: '0',
  DEMO_DATA: '1',
  REVOCATION_CHECK_SECONDS: '1e9',
  REQUIRE_VERIFIED_EMAIL: 'perhaps',
  MAX_PRODUCTS_PER_USER: '0',
  CONTACT_RETENTION_DAYS: '0',
  CAPTURE_AFTER_MINUTES: 'later',
  SMTP_URL: 'https://user:hunter2@mail.example',
  MAIL_FROM: 'Kiosk shop@kiosk.example',
  RATE_LIMIT_READS: '-5',
  RATE_LIMIT_WRITES: 'many',
  RATE_LIMIT_TOKENS: '0x10',
  RATE_LIMIT_REGISTRATIONS: 'NaN',
  RATE_LIMIT_MESSAGES: '1.5',
  RATE_LIMIT_CHECKOUTS: '-1',
  IPV6_CLIENT_PREFIX: '128',
  CONNECTIONS_PER_ADDRESS: '-1',
};

describe('readEnvironment', () => {
  test('an empty environment is the embedded shop on loopback', () => {
    expect(readEnvironment({} as NodeJS.ProcessEnv)).toEqual({
      port: 4000,
      host: '127.0.0.1',
      mongodbUri: null,
      databaseTimeoutMs: 1_500,
      dataDir: '.data',
      firebase: null,
      authEmulatorPort: 9099,
      publicUrl: null,
      adminEmails: [],
      corsOrigins: [],
      trustProxy: false,
      logLevel: 'info',
      logSampleReads: 0.01,
      introspection: true,
      htmlData: true,
      metricsPort: 0,
      webConcurrency: 1,
      demoData: true,
      revocationCheckSeconds: 60,
      requireVerifiedEmail: false,
      maxProductsPerUser: 1_000,
      contactRetentionDays: 365,
      captureAfterMinutes: 10,
      paymentProvider: 'test',
      mail: null,
      rateLimits: { reads: 0, writes: 0, tokens: 0, registrations: 0, messages: 0, checkouts: 0 },
      ipv6ClientPrefix: 56,
      connectionsPerAddress: 0,
    });
  });

  test('with a real Firebase there are rate limits and no introspection unless told otherwise', () => {
    const environment = readEnvironment(production as unknown as NodeJS.ProcessEnv);
    expect(environment.rateLimits).toEqual({
      ...{ reads: 3000, writes: 120, tokens: 60, registrations: 10 },
      messages: 20,
      checkouts: 200,
    });
    expect(environment.introspection).toBe(false);
    expect(environment.connectionsPerAddress).toBe(256);
    const read = (more: object) => readEnvironment({ ...production, ...more } as unknown as NodeJS.ProcessEnv);
    expect(read({ INTROSPECTION: 'on' }).introspection).toBe(true);
    for (const mode of [undefined, 'development', 'test'])
      expect(read({ NODE_ENV: mode })).toMatchObject({ introspection: false, connectionsPerAddress: 256 });
  });

  test('test payments are there beside the identity emulator alone; the money of an order is taken when it is said', () => {
    const read = (more: object) => readEnvironment({ ...production, ...more } as unknown as NodeJS.ProcessEnv);
    expect(read({}).paymentProvider).toBeNull();
    expect(read({ NODE_ENV: undefined }).paymentProvider).toBeNull();
    expect(readEnvironment({} as NodeJS.ProcessEnv).paymentProvider).toBe('test');
    expect(read({ CAPTURE_AFTER_MINUTES: '0' }).captureAfterMinutes).toBe(0);
    expect(read({ CAPTURE_AFTER_MINUTES: 'on-shipping' }).captureAfterMinutes).toBe('on-shipping');
    expect(() => read({ CAPTURE_AFTER_MINUTES: '1441' })).toThrow(/^CAPTURE_AFTER_MINUTES is wrong: it must be/);
  });

  test('connections are counted by address where the address is the client’s own', () => {
    const read = (more: object) => readEnvironment({ ...production, ...more } as unknown as NodeJS.ProcessEnv);
    expect(read({ CONNECTIONS_PER_ADDRESS: '7' }).connectionsPerAddress).toBe(7);
    expect(read({ CONNECTIONS_PER_ADDRESS: '0' }).connectionsPerAddress).toBe(0);
    expect(read({ CONNECTIONS_PER_ADDRESS: '7', TRUST_PROXY: '1' }).connectionsPerAddress).toBe(0);
  });

  test('lists are split and trimmed, admins in lower case', () => {
    const source = {
      ADMIN_EMAILS: 'Ada@Shop.Example, bo@shop.example',
      CORS_ORIGINS: 'https://a.example,http://b.example:81',
      TRUST_PROXY: '2',
    };
    expect(readEnvironment(source as unknown as NodeJS.ProcessEnv)).toMatchObject({
      adminEmails: ['ada@shop.example', 'bo@shop.example'],
      corsOrigins: ['https://a.example', 'http://b.example:81'],
      trustProxy: 2,
    });
  });

  test('R19: every variable has a wrong value here', () => {
    expect(Object.keys(wrong).sort()).toEqual([...variableNames].sort());
  });

  test.each(variableNames)(
    'R19: %s wrong or empty is refused in one line that names it and holds no secret',
    (name) => {
      for (const message of [refusal({ [name]: wrong[name] ?? '' }), refusal({ [name]: ' ' })]) {
        expect(message).toMatch(new RegExp(`^${name} (is|must)[^\\n]+\\.$`));
        expect(message).not.toContain('hunter2');
      }
    },
  );

  test.each(Object.keys(production).filter((name) => name !== 'NODE_ENV') as (keyof typeof production)[])(
    'E18 B3: production without %s is refused',
    (name) => {
      expect(refusal(without(name))).toMatch(new RegExp(`^${name} is missing: `));
    },
  );

  test.each([
    ['FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1:9099'],
    ['AUTH_EMULATOR_PORT', '9099'],
    ['DEMO_DATA', 'on'],
  ])('E18 B3: production with %s is refused', (name, value) => {
    expect(refusal({ ...production, [name]: value })).toMatch(new RegExp(`^${name} must not be `));
  });

  test.each([
    'http://shop.example',
    'http://127.0.0.1.shop.example',
    'http://localhost.example',
    'http://10.0.0.7:4000',
  ])('production with the public address %s is refused', (address) => {
    expect(refusal({ ...production, PUBLIC_URL: address })).toBe(
      'PUBLIC_URL must be https in production: tokens and passwords travel on it.',
    );
    expect(refusal({ PUBLIC_URL: address })).toBe('accepted');
  });

  test.each(['https://shop.example:8443', 'http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000'])(
    'production with the public address %s is accepted',
    (address) => {
      expect(refusal({ ...production, PUBLIC_URL: address })).toBe('accepted');
    },
  );

  test('C38 mail is set up whole or not at all, and what is half of it is named without its password', () => {
    const smtp = { SMTP_URL: 'smtp://user:hunter2@mail.example:587' };
    expect(refusal(smtp)).toBe('MAIL_FROM is missing: SMTP_URL and MAIL_FROM belong together.');
    expect(refusal({ MAIL_FROM: 'shop@kiosk.example' })).toBe(
      'SMTP_URL is missing: SMTP_URL and MAIL_FROM belong together.',
    );
    const from = (text: string) =>
      readEnvironment({ ...smtp, MAIL_FROM: text } as unknown as NodeJS.ProcessEnv).mail?.from;
    expect(from('shop@kiosk.example')).toEqual({ name: '', address: 'shop@kiosk.example' });
    expect(from('"Kiosk, the shop" <shop@kiosk.example>')).toEqual({
      name: 'Kiosk, the shop',
      address: 'shop@kiosk.example',
    });
  });

  test.each(['nobody', 'Kiosk <nobody>', 'Kiosk <shop@kiosk.example', 'A\nBcc: x@y.example <shop@kiosk.example>'])(
    'C40 MAIL_FROM %j is refused',
    (text) => {
      expect(refusal({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: text })).toMatch(/^MAIL_FROM is wrong: it must be/);
    },
  );

  test('half a Firebase project is refused, and so is the emulator beyond loopback', () => {
    expect(refusal({ FIREBASE_PROJECT_ID: 'corner-shop' })).toBe(
      'FIREBASE_API_KEY is missing: the FIREBASE_ variables belong together.',
    );
    expect(refusal({ HOST: '0.0.0.0' })).toMatch(/^HOST must be 127\.0\.0\.1/);
  });
});

describe('what is written down', () => {
  /** Refused wherever it is set, so it is no setting. */
  const settings = variableNames.filter((name) => name !== 'FIREBASE_AUTH_EMULATOR_HOST');
  const example = new Map(
    [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z\d_]+)=(.+)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const table = new Map(
    [...readFileSync('docs/settings.md', 'utf8').matchAll(/^\| `([A-Z\d_]+)` +\| (.+?) +\|/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
  const read = (source: object) => readEnvironment(source as NodeJS.ProcessEnv);
  /** Those that have no default: what .env.example shows is an example. */
  const examples = [
    ...['MONGODB_URI', 'FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN', 'PUBLIC_URL'],
    ...['SMTP_URL', 'MAIL_FROM'],
  ];
  const lists = ['ADMIN_EMAILS', 'CORS_ORIGINS'];

  test('.env.example and docs/settings.md list every setting, in the order of server/env.ts', () => {
    expect([...example.keys()]).toEqual(settings);
    expect([...table.keys()]).toEqual(settings);
  });

  test.each(settings.filter((name) => ![...examples, ...lists].includes(name)))(
    '%s has the default that is written down',
    (name) => {
      const base = /^(RATE_LIMIT_|REQUIRE_VERIFIED_EMAIL$|CONNECTIONS_)/.test(name) ? production : {};
      expect(read({ ...base, [name]: example.get(name) })).toEqual(read(base));
      expect(table.get(name)).toMatch(new RegExp(`^\`${example.get(name)?.replace('.', '\\.')}\`(, |$)`));
    },
  );

  test('what .env.example shows for the others is accepted, all together', () => {
    const shown = Object.fromEntries([...examples, ...lists].map((name) => [name, example.get(name)]));
    expect(read({ ...shown, NODE_ENV: 'production' })).toMatchObject({
      adminEmails: ['you@shop.example'],
    });
  });
});
