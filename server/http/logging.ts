import { withoutApiKeys } from '../auth/apiKeyText';
import pino, { type DestinationStream, type Logger } from 'pino';
import { prettyLog } from './prettyLog';

const secrets = ['authorization', 'cookie', 'password', 'token', 'idToken', 'refreshToken', 'body', 'headers', 'email'];
const censor = '[redacted]';
const isSecret = new Set(secrets);
/** Bounds what callers can write into a line. */
export const maxTextLength = 1_000;
export const maxStackLength = 8_000;
const cut = (text: string) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength)} …` : text);

const serializers = {
  err: serializeError,
  error: serializeError,
  /** Our own text, or a rejection's reason. */
  reason: (reason: unknown) => (typeof reason === 'string' ? serializeError(reason).message : serializeError(reason)),
};

/**
 * Redacts nested fields; pino redacts those at the top. Its wildcard paths are tested against every value of every
 * line, which took longer than all other logging.
 */
function redactBelow(line: Record<string, unknown>): Record<string, unknown> {
  let shown = line;
  for (const name in line) {
    const value = line[name];
    if (typeof value === 'string' && value.length > maxTextLength) {
      if (shown === line) shown = { ...line };
      shown[name] = cut(value);
      continue;
    }
    if (typeof value !== 'object' || value === null || Object.hasOwn(serializers, name)) continue;
    if (shown === line) shown = { ...line };
    shown[name] = redacted(value);
  }
  return shown;
}

function redacted(value: object): unknown {
  try {
    const text = JSON.stringify(value, (name, below: unknown) =>
      isSecret.has(name) ? censor : typeof below === 'string' ? cut(below) : below,
    );
    return JSON.parse(text) as unknown;
  } catch {
    // Circular, or not serializable.
    return '[unreadable]';
  }
}

/**
 * Library errors quote their input, so quoted text is removed: up to the last quote, since the value may contain quotes
 * itself.
 */
function withoutSecrets(text: string): string {
  return withoutApiKeys(text)
    .replace(/eyJ[\w.-]{8,}/g, '[token]')
    .replace(/(?<![^\s"'<>@/:,;={}()])[^\s"'<>@/:,;={}()]+@[^\s"'<>@/:,;={}()]+/g, '[e-mail]')
    .replace(/\?[\w.~%[\]-]+=\S*/g, '?[query]')
    .replace(/(mongodb(?:\+srv)?:\/\/)[^@/\s]+@/g, '$1[credentials]@')
    .replace(/".*"/s, '"[text]"');
}

/** The stack without its leading message, which is logged separately. */
function framesOf({ stack = '', message }: Error): string {
  const frames = stack.replace(message, '').split('\n');
  return frames.filter((frame) => /^ {4}at /.test(frame)).join('\n');
}

function serializeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: cut(withoutSecrets(String(error))) };
  const code =
    'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : undefined;
  return {
    name: error.name,
    code,
    message: cut(withoutSecrets(error.message)),
    stack: framesOf(error).slice(0, maxStackLength),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
  };
}

/** Lines kept in memory while they cannot be written, e.g. on a full disk; further ones are dropped. */
const maxUnwrittenBytes = 1_000_000;

/** JSON lines if standard error is piped or stored, readable lines on a terminal. */
function standardError(): DestinationStream {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: maxUnwrittenBytes });
  // Without a listener a failed write would end the process.
  destination.on('error', () => undefined);
  return process.stderr.isTTY ? prettyLog(destination) : destination;
}

/** One JSON object per line on standard error; standard output is for people. A full or closed log ends nothing. */
export function createLogger(level: string, destination?: DestinationStream, version?: string): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid, version },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secrets, censor },
      formatters: { log: redactBelow, level: (label) => ({ level: label }) },
      serializers,
      // Removes API keys wherever they occur in the line.
      hooks: { streamWrite: withoutApiKeys },
    },
    destination ?? standardError(),
  );
}
