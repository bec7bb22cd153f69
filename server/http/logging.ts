import { withoutApiKeys } from '../auth/apiKeyText';
import pino, { type DestinationStream, type Logger } from 'pino';
import { linesForPeople } from './linesForPeople';

const secrets = ['authorization', 'cookie', 'password', 'token', 'idToken', 'refreshToken', 'body', 'headers', 'email'];
const censor = '[redacted]';
const isSecret = new Set(secrets);
/** Nothing that a caller chooses makes a line longer. */
export const longestText = 1_000;
export const longestStack = 8_000;
const cut = (text: string) => (text.length > longestText ? `${text.slice(0, longestText)} …` : text);

const serializers = {
  err: serializeError,
  error: serializeError,
  /** A word of ours, or what a promise was rejected with. */
  reason: (reason: unknown) => (typeof reason === 'string' ? serializeError(reason).message : serializeError(reason)),
};

/**
 * What pino's paths say of a line itself, of what stands deeper in it. Its paths with a wildcard are held against each value of
 * each line, also of those that have no depth, which took more time than all else about a line.
 */
function redactBelow(line: Record<string, unknown>): Record<string, unknown> {
  let shown = line;
  for (const name in line) {
    const value = line[name];
    if (typeof value === 'string' && value.length > longestText) {
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
    // A circle, or what JSON has no form for.
    return '[unreadable]';
  }
}

/**
 * Error texts come from libraries, which quote what they were given: what stands in quotes is mostly a value that somebody
 * sent, and where it holds quotes itself, only the last one is surely its end.
 */
function withoutSecrets(text: string): string {
  return withoutApiKeys(text)
    .replace(/eyJ[\w.-]{8,}/g, '[token]')
    .replace(/(?<![^\s"'<>@/:,;={}()])[^\s"'<>@/:,;={}()]+@[^\s"'<>@/:,;={}()]+/g, '[e-mail]')
    .replace(/\?[\w.~%[\]-]+=\S*/g, '?[query]')
    .replace(/(mongodb(?:\+srv)?:\/\/)[^@/\s]+@/g, '$1[credentials]@')
    .replace(/".*"/s, '"[text]"');
}

/** Without the message at its top, which is told beside it. */
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
    stack: framesOf(error).slice(0, longestStack),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
  };
}

/** JSON lines where they are passed on or kept, and lines for people where a person sees them. */
function standardError(): DestinationStream {
  const destination = pino.destination({ dest: 2, sync: true });
  return process.stderr.isTTY ? linesForPeople(destination) : destination;
}

/** One JSON object a line, on standard error: standard output is for people. A full or closed log never stops a request. */
export function createLogger(level: string, destination?: DestinationStream, version?: string): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid, version },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secrets, censor },
      formatters: { log: redactBelow, level: (label) => ({ level: label }) },
      serializers,
      // Whatever part of a line somebody has put one into.
      hooks: { streamWrite: withoutApiKeys },
    },
    destination ?? standardError(),
  );
}
