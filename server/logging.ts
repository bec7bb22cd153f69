import pino, { type DestinationStream, type Logger } from 'pino';

const secrets = [
  'authorization',
  'cookie',
  'password',
  'token',
  'idToken',
  'refreshToken',
  'body',
  'headers',
  'email',
  '*.authorization',
  '*.cookie',
  '*.password',
  '*.token',
  '*.idToken',
  '*.refreshToken',
  '*.body',
  '*.headers',
  '*.email',
];

/**
 * Error texts come from libraries, which quote what they were given: what stands in quotes is mostly a value that somebody
 * sent, and where it holds quotes itself, only the last one is surely its end.
 */
function withoutSecrets(text: string): string {
  return text
    .replace(/eyJ[\w.-]{8,}/g, '[token]')
    .replace(/(?<![^\s"'<>@/:,;={}()])[^\s"'<>@/:,;={}()]+@[^\s"'<>@/:,;={}()]+/g, '[e-mail]')
    .replace(/(mongodb(?:\+srv)?:\/\/)[^@/\s]+@/g, '$1[credentials]@')
    .replace(/".*"/s, '"[text]"');
}

/** Without the message at its top, which is told beside it. */
function framesOf({ stack = '', message }: Error): string {
  const frames = stack.replace(message, '').split('\n');
  return frames.filter((frame) => /^ {4}at /.test(frame)).join('\n');
}

function serializeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutSecrets(String(error)) };
  const code =
    'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : undefined;
  return {
    name: error.name,
    code,
    message: withoutSecrets(error.message),
    stack: framesOf(error),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
  };
}

/** One JSON object a line, on standard error: standard output is for people. A full or closed log never stops a request. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secrets, censor: '[redacted]' },
      serializers: { err: serializeError, error: serializeError, reason: serializeError },
    },
    destination ?? pino.destination({ dest: 2, sync: true }),
  );
}
