import { existsSync } from 'node:fs';
import { z } from 'zod';

export interface FirebaseSettings {
  readonly projectId: string;
  readonly apiKey: string;
  readonly authDomain: string;
}

/** Of whom mails are. */
export interface Mailbox {
  /** Empty where there is none. */
  readonly name: string;
  readonly address: string;
}

export interface MailSettings {
  /** It holds the password: it is in no log and no answer. */
  readonly smtpUrl: string;
  readonly from: Mailbox;
}

export interface RateLimits {
  readonly reads: number;
  readonly writes: number;
  readonly tokens: number;
  readonly registrations: number;
  /** Of the contact page, per day. */
  readonly messages?: number;
}

/** Its message is one line that names the variable and never holds a value that may be secret. */
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

const loopback = ['127.0.0.1', 'localhost', '::1'];

/** What stays on the machine needs no TLS. */
function isSafeOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || loopback.includes(hostname.replace(/^\[|\]$/g, ''));
}

const hop = /^(loopback|linklocal|uniquelocal|[\da-f.:]+(\/\d{1,3})?)$/i;

/** 'Kiosk <shop@kiosk.example>', or the address alone. */
function readMailbox(text: string): Mailbox | null {
  const [before = '', given] = text.trim().split('<');
  const [name, address] = given === undefined ? ['', before] : [before.trim(), given];
  if (given !== undefined && !given.endsWith('>')) return null;
  const mailbox = { name: name.replaceAll('"', ''), address: address.replace('>', '') };
  return z.email().safeParse(mailbox.address).success && !/[\p{Cc}>]/u.test(name) ? mailbox : null;
}

const isSmtpUrl = (text: string): boolean =>
  URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '';

const variables = {
  NODE_ENV: z.enum(['development', 'production', 'test'], "must be 'development', 'production' or 'test'").optional(),
  PORT: port.default(4000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address or a host name')
    .default('127.0.0.1'),
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/[^/\s]+/, 'must start with mongodb:// or mongodb+srv:// and name a host')
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
      (text) => text === 'off' || /^[1-9]$/.test(text) || list(text).every((part) => hop.test(part)),
      "must be 'off', the number of proxies in front (1 to 9), or their addresses with commas between",
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
    .refine((text) => /^(0|1|0?\.\d{1,6}|1\.0+|0\.0+)$/.test(text), 'must be a share from 0 to 1')
    .transform(Number)
    .default(0.01),
  INTROSPECTION: onOff.optional(),
  HTML_DATA: onOff.default(true),
  METRICS_PORT: port.default(0),
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
  SMTP_URL: z.string().refine(isSmtpUrl, 'must start with smtp:// or smtps:// and name a host').optional(),
  MAIL_FROM: z
    .string()
    .transform(readMailbox)
    .refine((mailbox) => mailbox !== null, "must be an address, or 'Name <address>'")
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

export const variableNames = Object.keys(variables) as readonly (keyof typeof variables)[];
const schema = z.object(variables);
type Values = z.infer<typeof schema>;

/** Reads `.env` of the working folder when there is one; what is already set wins. */
export function loadDotEnv(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

export type Environment = Readonly<ReturnType<typeof readEnvironment>>;

export function readEnvironment(source: NodeJS.ProcessEnv) {
  for (const name of variableNames) {
    if (source[name]?.trim() === '') throw new EnvironmentError(`${name} is empty: give it a value or remove it.`);
  }
  const result = schema.safeParse(source);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new EnvironmentError(`${String(issue?.path[0])} is wrong: it ${issue?.message}.`);
  }
  const values = result.data;
  const firebase = readFirebase(values);
  refuseUnsafe(values, firebase);
  const defaults = firebase
    ? { reads: 3000, writes: 120, tokens: 60, registrations: 10, messages: 20, checkouts: 200, connections: 256 }
    : { reads: 0, writes: 0, tokens: 0, registrations: 0, messages: 0, checkouts: 0, connections: 0 };
  return {
    port: values.PORT,
    host: values.HOST,
    /** null: the embedded database. */
    mongodbUri: values.MONGODB_URI ?? null,
    databaseTimeoutMs: values.DATABASE_TIMEOUT_MS,
    dataDir: values.DATA_DIR,
    /** null: the Auth emulator on `authEmulatorPort`. */
    firebase,
    authEmulatorPort: values.AUTH_EMULATOR_PORT ?? 9099,
    /** null: where the shop listens. */
    publicUrl: values.PUBLIC_URL ?? null,
    adminEmails: values.ADMIN_EMAILS as readonly string[],
    corsOrigins: values.CORS_ORIGINS as readonly string[],
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    /** The share of successful reads that is logged, 0 to 1. */
    logSampleReads: values.LOG_SAMPLE_READS,
    introspection: values.INTROSPECTION ?? firebase === null,
    /** Whether a page's HTML carries the data of its first screen. */
    htmlData: values.HTML_DATA,
    metricsPort: values.METRICS_PORT,
    webConcurrency: values.WEB_CONCURRENCY,
    demoData: values.DEMO_DATA ?? true,
    revocationCheckSeconds: values.REVOCATION_CHECK_SECONDS,
    /** Nobody can prove a mailbox to the emulator, which sends no mail. */
    requireVerifiedEmail: values.REQUIRE_VERIFIED_EMAIL ?? firebase !== null,
    /** Admins may have any number. */
    maxProductsPerUser: values.MAX_PRODUCTS_PER_USER,
    contactRetentionDays: values.CONTACT_RETENTION_DAYS,
    /** How long payments are only reserved, and a purchase can be undone free of charge. */
    captureAfterMinutes: values.CAPTURE_AFTER_MINUTES,
    /** null: nothing can be bought. The test provider moves no money: it is there beside the identity emulator alone. */
    paymentProvider: values.NODE_ENV === 'production' || firebase !== null ? null : ('test' as const),
    /** null: no mail is sent, and messages are read in the outbox. */
    mail: readMail(values),
    rateLimits: {
      reads: values.RATE_LIMIT_READS ?? defaults.reads,
      writes: values.RATE_LIMIT_WRITES ?? defaults.writes,
      tokens: values.RATE_LIMIT_TOKENS ?? defaults.tokens,
      registrations: values.RATE_LIMIT_REGISTRATIONS ?? defaults.registrations,
      messages: values.RATE_LIMIT_MESSAGES ?? defaults.messages,
      checkouts: values.RATE_LIMIT_CHECKOUTS ?? defaults.checkouts,
    } as RateLimits,
    /** How many bits of an IPv6 address name a client. */
    ipv6ClientPrefix: values.IPV6_CLIENT_PREFIX,
    /** 0 is off, as it is where a proxy is trusted, whose address all connections have. */
    connectionsPerAddress: values.TRUST_PROXY === false ? (values.CONNECTIONS_PER_ADDRESS ?? defaults.connections) : 0,
  };
}

function readMail({ SMTP_URL: smtpUrl, MAIL_FROM: from }: Values): MailSettings | null {
  if (smtpUrl !== undefined && from != null) return { smtpUrl, from };
  if (smtpUrl === undefined && from === undefined) return null;
  const missing = smtpUrl === undefined ? 'SMTP_URL' : 'MAIL_FROM';
  throw new EnvironmentError(`${missing} is missing: SMTP_URL and MAIL_FROM belong together.`);
}

function readFirebase(values: Values): FirebaseSettings | null {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: apiKey, FIREBASE_AUTH_DOMAIN: authDomain } = values;
  if (projectId !== undefined && apiKey !== undefined && authDomain !== undefined)
    return { projectId, apiKey, authDomain };
  const production = values.NODE_ENV === 'production';
  if (!production && projectId === undefined && apiKey === undefined && authDomain === undefined) return null;
  const missing = Object.entries({
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_API_KEY: apiKey,
    FIREBASE_AUTH_DOMAIN: authDomain,
  });
  const name = missing.find(([, value]) => value === undefined)?.[0];
  throw new EnvironmentError(
    `${name} is missing: ${production ? 'production needs a real Firebase project' : 'the FIREBASE_ variables belong together'}.`,
  );
}

function refuseUnsafe(values: Values, firebase: FirebaseSettings | null): void {
  const production = values.NODE_ENV === 'production';
  if (values.FIREBASE_AUTH_EMULATOR_HOST !== undefined) {
    throw new EnvironmentError(
      'FIREBASE_AUTH_EMULATOR_HOST must not be set: Kiosk starts its own emulator where FIREBASE_PROJECT_ID is not set.',
    );
  }
  if (production && values.AUTH_EMULATOR_PORT !== undefined) {
    throw new EnvironmentError(
      'AUTH_EMULATOR_PORT must not be set in production: the emulator accepts unsigned tokens.',
    );
  }
  if (production && values.MONGODB_URI === undefined) {
    throw new EnvironmentError('MONGODB_URI is missing: production needs a real MongoDB.');
  }
  if (production && values.PUBLIC_URL === undefined) {
    throw new EnvironmentError('PUBLIC_URL is missing: production needs the address that shoppers see.');
  }
  if (production && values.PUBLIC_URL !== undefined && !isSafeOrigin(values.PUBLIC_URL)) {
    throw new EnvironmentError('PUBLIC_URL must be https in production: tokens and passwords travel on it.');
  }
  if (production && values.DEMO_DATA === true) {
    throw new EnvironmentError('DEMO_DATA must not be on in production: it fills the embedded database only.');
  }
  if (!firebase && !loopback.includes(values.HOST)) {
    throw new EnvironmentError(
      'HOST must be 127.0.0.1, localhost or ::1 with the identity emulator, which accepts unsigned tokens.',
    );
  }
}
