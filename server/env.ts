import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { connectionStringFault } from './database/connectionString';
import { isProxyAddress } from './http/clientAddress';
import { checkSettings } from './process/settingRules';
import type { TraceSettings } from './telemetry/spans';
import { isLoopbackHost } from './text/isLoopbackHost';

export interface FirebaseSettings {
  readonly projectId: string;
  readonly apiKey: string;
  readonly authDomain: string;
}

/** A sender or recipient. */
export interface Mailbox {
  /** Empty if there is none. */
  readonly name: string;
  readonly address: string;
}

export interface MailSettings {
  /** Contains the password: never logged or sent in a response. */
  readonly smtpUrl: string;
  readonly from: Mailbox;
  /** The recipient of mails about contact messages; null: none. */
  readonly contactEmail: string | null;
}

export interface StripeSettings {
  readonly name: 'stripe';
  /** Never logged or sent in a response. */
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Of the webhook endpoint; several while they are rotated. */
  readonly webhookSecrets: readonly string[];
  /** Replaces Stripe's API URL in tests, on this machine only. */
  readonly apiBase: string | null;
}

export type PaymentSettings = { readonly name: 'test' } | StripeSettings;

export interface RateLimits {
  readonly reads: number;
  readonly writes: number;
  readonly tokens: number;
  readonly registrations: number;
  /** For the contact page, per day. */
  readonly messages?: number;
}

/** Has one line per invalid variable with its name, and never a value that may be secret. */
export class EnvironmentError extends Error {}

const list = (text: string) => text.split(',').map((part) => part.trim());
const number = (minimum: number, maximum: number, what: string) =>
  z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum, `must be ${what}`)
    .transform(Number);
const port = number(0, 65_535, 'a port from 0 to 65535');
const limit = number(0, 1_000_000, 'a whole number from 0 (off) to 1000000');
const onOff = z.enum(['on', 'off'], "must be 'on' or 'off'").transform((text) => text === 'on');

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

const isLoopbackOrigin = (text: string): boolean => isOrigin(text) && isLoopbackHost(new URL(text).hostname);

/** Parses 'Kiosk <shop@kiosk.example>', or an address only. */
function readMailbox(text: string): Mailbox | null {
  const [before = '', given] = text.trim().split('<');
  const [name, address] = given === undefined ? ['', before] : [before.trim(), given];
  if (given !== undefined && !given.endsWith('>')) return null;
  const mailbox = { name: name.replaceAll('"', ''), address: address.replace('>', '') };
  return z.email().safeParse(mailbox.address).success && !/[\p{Cc}>]/u.test(name) ? mailbox : null;
}

const isSmtpUrl = (text: string): boolean =>
  URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '';

const share = /^(0|1|0?\.\d{1,6}|1\.0+|0\.0+)$/;

const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const variables = {
  NODE_ENV: z.enum(['development', 'production', 'test'], "must be 'development', 'production' or 'test'").optional(),
  PORT: port.default(4000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address or a host name')
    .default('127.0.0.1'),
  MONGODB_URI: z
    .string()
    .regex(
      /^(embedded$|mongodb(\+srv)?:\/\/[^/\s]+)/,
      "must start with mongodb:// or mongodb+srv:// and name a host, or be 'embedded'",
    )
    .superRefine((uri, { addIssue }) => {
      const fault = uri === 'embedded' ? null : connectionStringFault(uri);
      if (fault !== null) addIssue(`must ${fault}`);
    })
    .optional(),
  DATABASE_TIMEOUT_MS: number(100, 60_000, 'a number of milliseconds from 100 to 60000').default(1_500),
  DATA_DIR: z
    .string()
    .refine((path) => !/\p{Cc}/u.test(path), 'must be a path without control characters')
    .default('.data'),
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/, 'must be a Firebase project id')
    .optional(),
  FIREBASE_API_KEY: z
    .string()
    .regex(/^[\w-]{10,100}$/, "must be the web app's API key")
    .optional(),
  FIREBASE_AUTH_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a host name such as shop.firebaseapp.com')
    .optional(),
  FIREBASE_AUTH_EMULATOR_HOST: z.string().optional(),
  AUTH_EMULATOR_PORT: port.optional(),
  PUBLIC_URL: z.string().refine(isOrigin, 'must be an origin such as https://shop.example').optional(),
  ADMIN_EMAILS: z
    .string()
    .transform((text) => list(text.toLowerCase()))
    .refine(
      (emails) => emails.every((email) => z.email().safeParse(email).success),
      'must be e-mails with commas between',
    )
    .default([]),
  CORS_ORIGINS: z
    .string()
    .transform(list)
    .refine((origins) => origins.every(isOrigin), 'must be origins such as https://shop.example with commas between')
    .default([]),
  TRUST_PROXY: z
    .string()
    .refine(
      (text) => text === 'off' || /^[1-9]$/.test(text) || list(text).every(isProxyAddress),
      "must be 'off', the number of proxies in front (1 to 9), or their addresses or networks with commas between",
    )
    .transform((text) => (text === 'off' ? (false as const) : /^[1-9]$/.test(text) ? Number(text) : text))
    .default(false),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      "must be 'fatal', 'error', 'warn', 'info', 'debug', 'trace' or 'silent'",
    )
    .default('info'),
  LOG_SAMPLE_READS: z
    .string()
    .refine((text) => share.test(text), 'must be a share from 0 to 1')
    .transform(Number)
    .default(0.01),
  INTROSPECTION: onOff.optional(),
  HTML_DATA: onOff.default(true),
  METRICS_PORT: port.default(0),
  METRICS_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address or a host name')
    .default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isHttpUrl, 'must be an address such as http://127.0.0.1:4318')
    .optional(),
  OTEL_SERVICE_NAME: z
    .string()
    .regex(/^[\w.-]{1,60}$/, 'must be a name of letters, digits, dots, _ and -')
    .default('kiosk'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine((text) => share.test(text), 'must be a share from 0 to 1')
    .transform(Number)
    .default(1),
  WEB_CONCURRENCY: number(1, 64, 'a number of processes from 1 to 64').default(1),
  DEMO_DATA: onOff.optional(),
  REVOCATION_CHECK_SECONDS: number(0, 3600, 'a number of seconds from 0 to 3600').default(60),
  REQUIRE_VERIFIED_EMAIL: z
    .enum(['true', 'false', 'on', 'off'], "must be 'true' or 'false'")
    .transform((text) => text === 'true' || text === 'on')
    .optional(),
  MAX_PRODUCTS_PER_USER: number(1, 1_000_000, 'a number of products from 1 to 1000000').default(1_000),
  CONTACT_RETENTION_DAYS: number(1, 3_650, 'a number of days from 1 to 3650').default(365),
  CAPTURE_AFTER_MINUTES: z
    .string()
    .refine(
      (text) => text === 'on-shipping' || (/^\d{1,4}$/.test(text) && Number(text) <= 1_440),
      "must be a number of minutes from 0 (at once) to 1440, or 'on-shipping'",
    )
    .transform((text): number | 'on-shipping' => (text === 'on-shipping' ? text : Number(text)))
    .default(10),
  PAYMENT_PROVIDER: z.enum(['test', 'stripe', 'none'], "must be 'test', 'stripe' or 'none'").optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      /^(sk|rk)_(test|live)_\w{1,240}$/,
      'must be a secret key of Stripe (sk_test_… or sk_live_…) or a restricted one (rk_test_… or rk_live_…)',
    )
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w{1,240}$/, 'must be a publishable key of Stripe: pk_test_… or pk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform(list)
    .refine(
      (secrets) => secrets.length <= 5 && secrets.every((secret) => /^whsec_[\w+/=-]{1,240}$/.test(secret)),
      'must be 1 to 5 signing secrets (whsec_…) with commas between',
    )
    .optional(),
  STRIPE_API_BASE: z
    .string()
    .refine(isLoopbackOrigin, 'must be an origin of this machine such as http://127.0.0.1:12111')
    .optional(),
  SMTP_URL: z.string().refine(isSmtpUrl, 'must start with smtp:// or smtps:// and name a host').optional(),
  MAIL_FROM: z
    .string()
    .transform(readMailbox)
    .refine((mailbox) => mailbox !== null, "must be an address, or 'Name <address>'")
    .optional(),
  CONTACT_EMAIL: z
    .string()
    .refine((text) => z.email().safeParse(text).success, 'must be an e-mail address')
    .optional(),
  OUTBOUND: onOff.default(true),
  WEBHOOKS_PRIVATE_ADDRESSES: onOff.optional(),
  WEBHOOKS_KEY: z
    .string()
    .transform(list)
    .refine(
      (keys) => keys.length <= 5 && keys.every((key) => /^[\w+/=-]{32,200}$/.test(key)),
      'must be 1 to 5 keys of at least 32 letters and digits with commas between',
    )
    .optional(),
  RATE_LIMIT_READS: limit.optional(),
  RATE_LIMIT_WRITES: limit.optional(),
  RATE_LIMIT_TOKENS: limit.optional(),
  RATE_LIMIT_REGISTRATIONS: limit.optional(),
  RATE_LIMIT_MESSAGES: limit.optional(),
  RATE_LIMIT_CHECKOUTS: limit.optional(),
  IPV6_CLIENT_PREFIX: number(32, 64, 'the length of a prefix, from 32 to 64').default(56),
  CONNECTIONS_PER_ADDRESS: number(0, 4_000, 'a whole number from 0 (off) to 4000').optional(),
};

type Name = keyof typeof variables;
export const variableNames = Object.keys(variables) as readonly Name[];
type Values = z.infer<z.ZodObject<typeof variables>>;

/** Reads `.env` in the working folder if present; variables already set take precedence. */
export function loadDotEnv(): void {
  try {
    // loadEnvFile reports an unreadable file as missing.
    readFileSync('.env');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    throw new EnvironmentError(`.env cannot be read: it must be a file that the shop may read (${code}).`);
  }
  process.loadEnvFile('.env');
}

export type Environment = Readonly<ReturnType<typeof readEnvironment>>;

export function readEnvironment(source: NodeJS.ProcessEnv) {
  const values = readValues(source);
  const firebase = readFirebase(values);
  const defaults = firebase
    ? { reads: 3000, writes: 120, tokens: 60, registrations: 10, messages: 20, checkouts: 200, connections: 256 }
    : { reads: 0, writes: 0, tokens: 0, registrations: 0, messages: 0, checkouts: 0, connections: 0 };
  return {
    port: values.PORT,
    host: values.HOST,
    /** null: the embedded database. */
    mongodbUri: values.MONGODB_URI === 'embedded' ? null : (values.MONGODB_URI ?? null),
    databaseTimeoutMs: values.DATABASE_TIMEOUT_MS,
    dataDir: values.DATA_DIR,
    /** null: the Auth emulator on `authEmulatorPort`. */
    firebase,
    authEmulatorPort: values.AUTH_EMULATOR_PORT ?? 9099,
    /** null: derived from where the shop listens. */
    publicUrl: values.PUBLIC_URL ?? null,
    adminEmails: values.ADMIN_EMAILS as readonly string[],
    corsOrigins: values.CORS_ORIGINS as readonly string[],
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    /** Sampling rate of successful reads in the log, 0 to 1. */
    logSampleReads: values.LOG_SAMPLE_READS,
    introspection: values.INTROSPECTION ?? firebase === null,
    /** Whether a page's HTML contains the data of its first screen. */
    htmlData: values.HTML_DATA,
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    /** null: tracing is off. */
    traces: readTraces(values),
    webConcurrency: values.WEB_CONCURRENCY,
    demoData: values.DEMO_DATA ?? values.NODE_ENV !== 'production',
    revocationCheckSeconds: values.REVOCATION_CHECK_SECONDS,
    /** The emulator sends no mail, so no address can be verified with it. */
    requireVerifiedEmail: values.REQUIRE_VERIFIED_EMAIL ?? firebase !== null,
    /** Admins are exempt. */
    maxProductsPerUser: values.MAX_PRODUCTS_PER_USER,
    contactRetentionDays: values.CONTACT_RETENTION_DAYS,
    /** How long payments are only authorized, and a purchase can be undone free of charge. */
    captureAfterMinutes: values.CAPTURE_AFTER_MINUTES,
    /** null: payments are switched off. */
    payments: readPayments(values, firebase),
    /** null: no mail is sent; messages can be read in the outbox. */
    mail: readMail(values),
    /** Whether webhooks, mails and provider calls are sent: off for a copy of the shop. */
    outbound: values.OUTBOUND,
    webhooks: {
      /** Whether webhooks may be sent to private addresses. */
      privateAddresses: values.WEBHOOKS_PRIVATE_ADDRESSES ?? firebase === null,
      /** Keys of webhook secrets, current one first; never logged or sent in a response. */
      keys: (values.WEBHOOKS_KEY ?? []) as readonly string[],
    },
    rateLimits: {
      reads: values.RATE_LIMIT_READS ?? defaults.reads,
      writes: values.RATE_LIMIT_WRITES ?? defaults.writes,
      tokens: values.RATE_LIMIT_TOKENS ?? defaults.tokens,
      registrations: values.RATE_LIMIT_REGISTRATIONS ?? defaults.registrations,
      messages: values.RATE_LIMIT_MESSAGES ?? defaults.messages,
      checkouts: values.RATE_LIMIT_CHECKOUTS ?? defaults.checkouts,
    } as RateLimits,
    /** The prefix length of IPv6 addresses that identifies a client. */
    ipv6ClientPrefix: values.IPV6_CLIENT_PREFIX,
    /** 0: unlimited, as behind a trusted proxy, which all connections come from. */
    connectionsPerAddress: values.TRUST_PROXY === false ? (values.CONNECTIONS_PER_ADDRESS ?? defaults.connections) : 0,
  };
}

/** Reports all invalid variables at once. */
function readValues(source: NodeJS.ProcessEnv): Values {
  const values: Partial<Record<Name, unknown>> = {};
  const wrong = new Map<string, string>();
  const refuse = (name: string, why: string) => {
    if (!wrong.has(name)) wrong.set(name, `${name} ${why}`);
  };
  for (const name of variableNames) {
    if (source[name]?.trim() === '') {
      refuse(name, 'is empty: give it a value or remove it.');
      continue;
    }
    const { success, data, error } = variables[name].safeParse(source[name]);
    if (success) values[name] = data;
    else refuse(name, `is wrong: it ${error.issues[0]?.message}.`);
  }
  const isGiven = (name: string) => source[name] !== undefined && source[name].trim() !== '';
  checkSettings({ values: values as Partial<Values>, isGiven, refuse });
  if (wrong.size === 0) return values as Values;
  throw new EnvironmentError(variableNames.flatMap((name) => wrong.get(name) ?? []).join('\n'));
}

function readTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...values }: Values): TraceSettings | null {
  if (endpoint === undefined) return null;
  return { endpoint, serviceName: values.OTEL_SERVICE_NAME, share: values.OTEL_TRACES_SAMPLER_ARG };
}

/** After validation, the settings of a group are either all present or all missing. */
function readFirebase(values: Values): FirebaseSettings | null {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: apiKey, FIREBASE_AUTH_DOMAIN: authDomain } = values;
  if (projectId === undefined || apiKey === undefined || authDomain === undefined) return null;
  return { projectId, apiKey, authDomain };
}

function readMail(values: Values): MailSettings | null {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, CONTACT_EMAIL: contactEmail = null } = values;
  return smtpUrl !== undefined && from != null ? { smtpUrl, from, contactEmail } : null;
}

function readPayments(values: Values, firebase: FirebaseSettings | null): PaymentSettings | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = values;
  const { STRIPE_WEBHOOK_SECRET: webhookSecrets, STRIPE_API_BASE: apiBase = null } = values;
  if (secretKey !== undefined && publishableKey !== undefined && webhookSecrets !== undefined)
    return { name: 'stripe', secretKey, publishableKey, webhookSecrets, apiBase };
  const isReal = values.NODE_ENV === 'production' || firebase !== null;
  return isReal || values.PAYMENT_PROVIDER === 'none' ? null : { name: 'test' };
}
