import { readFileSync } from 'node:fs';
import { readEnvironment, variableNames } from '../env';
import { productionSettings } from '../testing/productionSettings';
import { settingsRefusal } from '../testing/settingsRefusal';

const production = { ...productionSettings, MONGODB_URI: 'mongodb://user:hunter2@db.internal/kiosk' };

const without = (name: keyof typeof production) =>
  Object.fromEntries(Object.entries(production).filter(([key]) => key !== name));

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
  METRICS_HOST: 'a b',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:hunter2',
  OTEL_SERVICE_NAME: 'the shop',
  OTEL_TRACES_SAMPLER_ARG: '2',
  WEB_CONCURRENCY: '0',
  DEMO_DATA: '1',
  REVOCATION_CHECK_SECONDS: '1e9',
  REQUIRE_VERIFIED_EMAIL: 'perhaps',
  MAX_PRODUCTS_PER_USER: '0',
  CONTACT_RETENTION_DAYS: '0',
  CAPTURE_AFTER_MINUTES: 'later',
  PAYMENT_PROVIDER: 'paypal',
  STRIPE_SECRET_KEY: 'pk_live_hunter2',
  STRIPE_PUBLISHABLE_KEY: 'sk_live_hunter2',
  STRIPE_WEBHOOK_SECRET: 'whsec_long_enough,hunter2',
  STRIPE_API_BASE: 'http://hunter2.example',
  SMTP_URL: 'https://user:hunter2@mail.example',
  MAIL_FROM: 'Kiosk shop@kiosk.example',
  CONTACT_EMAIL: 'Desk <desk@shop.example>',
  OUTBOUND: 'hunter2',
  WEBHOOKS_PRIVATE_ADDRESSES: 'hunter2',
  WEBHOOKS_KEY: 'hunter2',
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
  test('an empty environment configures the embedded shop on loopback', () => {
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
      metricsHost: '127.0.0.1',
      traces: null,
      webConcurrency: 1,
      demoData: true,
      revocationCheckSeconds: 60,
      requireVerifiedEmail: false,
      maxProductsPerUser: 1_000,
      contactRetentionDays: 365,
      captureAfterMinutes: 10,
      payments: { name: 'test' },
      mail: null,
      outbound: true,
      webhooks: { privateAddresses: true, keys: [] },
      rateLimits: { reads: 0, writes: 0, tokens: 0, registrations: 0, messages: 0, checkouts: 0 },
      ipv6ClientPrefix: 56,
      connectionsPerAddress: 0,
    });
  });

  test('with a real Firebase project, rate limits are on and introspection is off by default', () => {
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

  test('enables test payments only with the identity emulator and reads CAPTURE_AFTER_MINUTES', () => {
    const read = (more: object) => readEnvironment({ ...production, ...more } as unknown as NodeJS.ProcessEnv);
    expect(read({}).payments).toBeNull();
    expect(read({ NODE_ENV: undefined }).payments).toBeNull();
    expect(readEnvironment({} as NodeJS.ProcessEnv).payments).toEqual({ name: 'test' });
    expect(read({ CAPTURE_AFTER_MINUTES: '0' }).captureAfterMinutes).toBe(0);
    expect(read({ CAPTURE_AFTER_MINUTES: 'on-shipping' }).captureAfterMinutes).toBe('on-shipping');
    expect(() => read({ CAPTURE_AFTER_MINUTES: '1441' })).toThrow(/^CAPTURE_AFTER_MINUTES is wrong: it must be/);
  });

  test('limits connections per address only without a trusted proxy', () => {
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

  test('R19: the test has a wrong value for every variable', () => {
    expect(Object.keys(wrong).sort()).toEqual([...variableNames].sort());
  });

  test.each(variableNames)(
    'R19: refuses a wrong or empty %s in one line that names it and contains no secret',
    (name) => {
      expect(settingsRefusal({ [name]: ' ' })).toBe(`${name} is empty: give it a value or remove it.`);
      const message = settingsRefusal({ [name]: wrong[name] ?? '' });
      // Settings that belong to it and are missing are reported as well.
      const [own, ...others] = message
        .split('\n')
        .sort((a, b) => Number(b.startsWith(name)) - Number(a.startsWith(name)));
      expect(own).toMatch(new RegExp(`^${name} (is|must)[^\\n]+\\.$`));
      for (const other of others)
        expect(other).toMatch(/^(FIREBASE|STRIPE|SMTP|MAIL)_[A-Z_]+ (is|and STRIPE_[A-Z_]+ are) missing: .+\.$/);
      expect(message).not.toContain('hunter2');
    },
  );

  test('reports all wrong settings at once, one line each in the order of the list, without secrets', () => {
    const lines = settingsRefusal(wrong).split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(variableNames);
    expect(lines.join()).not.toContain('hunter2');
  });

  test('reports all settings that production lacks at once, beside the wrong ones', () => {
    expect(settingsRefusal({ NODE_ENV: 'production', PORT: 'http', HOST: '0.0.0.0', AUTH_EMULATOR_PORT: '9099' })).toBe(
      [
        'PORT is wrong: it must be a port from 0 to 65535.',
        "MONGODB_URI is missing: production needs a MongoDB, or 'embedded' for the shop's own database.",
        'FIREBASE_PROJECT_ID is missing: production needs a real Firebase project.',
        'FIREBASE_API_KEY is missing: production needs a real Firebase project.',
        'FIREBASE_AUTH_DOMAIN is missing: production needs a real Firebase project.',
        'AUTH_EMULATOR_PORT must not be set in production: the emulator accepts unsigned tokens.',
        'PUBLIC_URL is missing: production needs the address that shoppers see.',
      ].join('\n'),
    );
  });

  test('production accepts the embedded database on request, without demo data', () => {
    const embedded = { ...production, MONGODB_URI: 'embedded' };
    expect(readEnvironment(embedded as unknown as NodeJS.ProcessEnv)).toMatchObject({
      mongodbUri: null,
      demoData: false,
    });
    expect(readEnvironment({ MONGODB_URI: 'embedded' } as unknown as NodeJS.ProcessEnv).mongodbUri).toBeNull();
    expect(settingsRefusal({ ...embedded, DEMO_DATA: 'on' })).toMatch(/^DEMO_DATA must not be on/);
    expect(settingsRefusal({ ...embedded, MONGODB_URI: 'embedded:27017' })).toMatch(/^MONGODB_URI is wrong: /);
  });

  test.each(Object.keys(production).filter((name) => name !== 'NODE_ENV') as (keyof typeof production)[])(
    'E18 B3: production without %s is refused',
    (name) => {
      expect(settingsRefusal(without(name))).toMatch(new RegExp(`^${name} is missing: `));
    },
  );

  test.each([
    ['FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1:9099'],
    ['AUTH_EMULATOR_PORT', '9099'],
    ['DEMO_DATA', 'on'],
  ])('E18 B3: production with %s is refused', (name, value) => {
    expect(settingsRefusal({ ...production, [name]: value })).toMatch(new RegExp(`^${name} must not be `));
  });

  test.each([
    'http://shop.example',
    'http://127.0.0.1.shop.example',
    'http://localhost.example',
    'http://10.0.0.7:4000',
  ])('production with the public address %s is refused', (address) => {
    expect(settingsRefusal({ ...production, PUBLIC_URL: address })).toBe(
      'PUBLIC_URL must be https in production: tokens and passwords travel on it.',
    );
    expect(settingsRefusal({ PUBLIC_URL: address })).toBe('accepted');
  });

  test.each(['https://shop.example:8443', 'http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000'])(
    'production with the public address %s is accepted',
    (address) => {
      expect(settingsRefusal({ ...production, PUBLIC_URL: address })).toBe('accepted');
    },
  );

  test('C38 requires complete mail settings and names the missing one without the password', () => {
    const smtp = { SMTP_URL: 'smtp://user:hunter2@mail.example:587' };
    expect(settingsRefusal(smtp)).toBe('MAIL_FROM is missing: SMTP_URL and MAIL_FROM belong together.');
    const mail = { ...smtp, MAIL_FROM: 'shop@kiosk.example' };
    const contactOf = (source: object) =>
      readEnvironment({ ...mail, ...source } as unknown as NodeJS.ProcessEnv).mail?.contactEmail;
    expect([contactOf({}), contactOf({ CONTACT_EMAIL: 'desk@shop.example' })]).toEqual([null, 'desk@shop.example']);
    expect(settingsRefusal({ CONTACT_EMAIL: 'desk@shop.example' })).toBe(
      'CONTACT_EMAIL is set, but without SMTP_URL no mail can be sent: set SMTP_URL and MAIL_FROM, too.',
    );
    expect(settingsRefusal({ MAIL_FROM: 'shop@kiosk.example' })).toBe(
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
      expect(settingsRefusal({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: text })).toMatch(
        /^MAIL_FROM is wrong: it must be/,
      );
    },
  );

  describe('C54 C63: payments by Stripe', () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_hunter2',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_hunter2',
      STRIPE_WEBHOOK_SECRET: 'whsec_hunter2hunter2',
    };
    const live = { STRIPE_SECRET_KEY: 'sk_live_hunter2', STRIPE_PUBLISHABLE_KEY: 'pk_live_hunter2' };

    test('are enabled by three settings, with or without PAYMENT_PROVIDER, and accept several webhook secrets', () => {
      const read = (more: object) => readEnvironment({ ...keys, ...more } as unknown as NodeJS.ProcessEnv).payments;
      const stripe = {
        ...{ name: 'stripe', secretKey: 'sk_test_hunter2', publishableKey: 'pk_test_hunter2', apiBase: null },
        webhookSecrets: ['whsec_hunter2hunter2'],
      };
      expect(read({})).toEqual(stripe);
      expect(read({ PAYMENT_PROVIDER: 'stripe' })).toEqual(stripe);
      expect(read({ STRIPE_WEBHOOK_SECRET: 'whsec_firstOne, whsec_secondOne' })).toMatchObject({
        webhookSecrets: ['whsec_firstOne', 'whsec_secondOne'],
      });
      expect(read({ STRIPE_WEBHOOK_SECRET: 'whsec_x' })).toMatchObject({ webhookSecrets: ['whsec_x'] });
      expect(read({ STRIPE_API_BASE: 'http://127.0.0.1:12111' })).toMatchObject({ apiBase: 'http://127.0.0.1:12111' });
      expect(read({ ...live, PUBLIC_URL: 'https://shop.example', STRIPE_SECRET_KEY: 'rk_live_hunter2' })).toMatchObject(
        {
          secretKey: 'rk_live_hunter2',
        },
      );
    });

    const words = 'payments by Stripe need STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.';

    test.each(Object.keys(keys))('are refused without %s', (name) => {
      const others = Object.fromEntries(Object.entries(keys).filter(([key]) => key !== name));
      expect(settingsRefusal(others)).toBe(`${name} is missing: ${words}`);
      expect(settingsRefusal({ ...others, PAYMENT_PROVIDER: 'stripe' })).toBe(`${name} is missing: ${words}`);
      const [one, other] = Object.keys(others);
      const named = { [name]: keys[name as keyof typeof keys] };
      expect(settingsRefusal(named)).toBe(`${one} and ${other} are missing: ${words}`);
      const all = Object.keys(keys).join(' and ');
      expect(settingsRefusal({ PAYMENT_PROVIDER: 'stripe' })).toBe(`${all} are missing: ${words}`);
    });

    test.each<[string, object, RegExp]>([
      [
        'keys of two modes',
        { ...keys, ...live, PUBLIC_URL: 'https://shop.example', STRIPE_PUBLISHABLE_KEY: 'pk_test_x12' },
        /^STRIPE_PUBLISHABLE_KEY is of another mode/,
      ],
      ['a live key alone', { STRIPE_SECRET_KEY: 'sk_live_hunter2' }, /^STRIPE_PUBLISHABLE_KEY and \w+ are missing: /],
      ['a short key alone', { STRIPE_SECRET_KEY: 'sk_test_1' }, /^STRIPE_PUBLISHABLE_KEY and \w+ are missing: /],
      ['live keys without an address', { ...keys, ...live }, /^PUBLIC_URL must be https with live keys/],
      ['live keys over http', { ...keys, ...live, PUBLIC_URL: 'http://127.0.0.1:4000' }, /^PUBLIC_URL must be https/],
      [
        'a key beside the test provider',
        { STRIPE_SECRET_KEY: keys.STRIPE_SECRET_KEY, PAYMENT_PROVIDER: 'test' },
        /^STRIPE_SECRET_KEY is set, but PAYMENT_PROVIDER is test/,
      ],
      [
        'keys beside no provider',
        { ...keys, STRIPE_API_BASE: 'http://127.0.0.1:1', PAYMENT_PROVIDER: 'none' },
        /^STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET and STRIPE_API_BASE are set, but PAYMENT_PROVIDER is none\.$/,
      ],
      [
        'a live secret key alone, over http',
        { ...keys, STRIPE_SECRET_KEY: live.STRIPE_SECRET_KEY },
        /^STRIPE_PUBLISHABLE_KEY is of another mode than STRIPE_SECRET_KEY: both are test or live\.$/,
      ],
      [
        'another Stripe without keys',
        { STRIPE_API_BASE: 'http://127.0.0.1:1' },
        /^STRIPE_API_BASE is set, but PAYMENT_PROVIDER is test/,
      ],
      [
        'another Stripe than on this machine',
        { ...keys, STRIPE_API_BASE: 'https://stripe.example' },
        /^STRIPE_API_BASE is wrong: /,
      ],
      [
        'another Stripe with live keys',
        { ...keys, ...live, PUBLIC_URL: 'https://shop.example', STRIPE_API_BASE: 'http://127.0.0.1:1' },
        /^STRIPE_API_BASE must not be set/,
      ],
      [
        'another Stripe in production',
        { ...production, ...keys, STRIPE_API_BASE: 'http://127.0.0.1:1' },
        /^STRIPE_API_BASE must not be set/,
      ],
      [
        'the test provider in production',
        { ...production, PAYMENT_PROVIDER: 'test' },
        /^PAYMENT_PROVIDER must not be test/,
      ],
      [
        'six webhook secrets',
        { ...keys, STRIPE_WEBHOOK_SECRET: Array(6).fill('whsec_hunter2hunter2').join() },
        /^STRIPE_WEBHOOK_SECRET is wrong: /,
      ],
      ['an empty webhook secret', { ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_' }, /^STRIPE_WEBHOOK_SECRET is wrong: /],
    ])('%s is refused in one line without a secret', (_what, source, words) => {
      const message = settingsRefusal(source as Record<string, string>);
      expect(message).toMatch(words);
      expect(message).not.toMatch(/hunter2|\n/);
    });
  });

  test('refuses a partial Firebase project and an emulator beyond loopback', () => {
    expect(settingsRefusal({ FIREBASE_PROJECT_ID: 'corner-shop' })).toBe(
      [
        'FIREBASE_API_KEY is missing: the FIREBASE_ variables belong together.',
        'FIREBASE_AUTH_DOMAIN is missing: the FIREBASE_ variables belong together.',
      ].join('\n'),
    );
    expect(settingsRefusal({ HOST: '0.0.0.0' })).toMatch(/^HOST must be 127\.0\.0\.1/);
  });
});

describe('the documentation of settings', () => {
  /** Always refused, so it is not a setting. */
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
  /** Settings without a default: .env.example shows an example value. */
  const examples = [
    ...['MONGODB_URI', 'FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN', 'PUBLIC_URL'],
    ...[
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'SMTP_URL',
      'MAIL_FROM',
      'CONTACT_EMAIL',
      'WEBHOOKS_KEY',
    ],
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  ];
  const ofTests = ['STRIPE_API_BASE'];
  const lists = ['ADMIN_EMAILS', 'CORS_ORIGINS'];

  test('.env.example and docs/settings.md list every setting, in the order of server/env.ts', () => {
    expect([...example.keys()]).toEqual(settings);
    expect([...table.keys()]).toEqual(settings);
  });

  test.each(settings.filter((name) => ![...examples, ...lists, ...ofTests].includes(name)))(
    '%s has the documented default',
    (name) => {
      const base = /^(RATE_LIMIT_|WEBHOOKS_|REQUIRE_VERIFIED_EMAIL$|CONNECTIONS_)/.test(name) ? production : {};
      expect(read({ ...base, [name]: example.get(name) })).toEqual(read(base));
      expect(table.get(name)).toMatch(new RegExp(`^\`${example.get(name)?.replace('.', '\\.')}\`(, |$)`));
    },
  );

  test('accepts the other examples of .env.example all together', () => {
    const shown = Object.fromEntries([...examples, ...lists].map((name) => [name, example.get(name)]));
    expect(read({ ...shown, NODE_ENV: 'production' })).toMatchObject({
      adminEmails: ['you@shop.example'],
    });
    const tests = Object.fromEntries(ofTests.map((name) => [name, example.get(name)]));
    expect(read({ ...shown, ...tests })).toMatchObject({ payments: { apiBase: example.get('STRIPE_API_BASE') } });
  });
});
