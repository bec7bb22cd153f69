import type { DestinationStream } from 'pino';

type Fields = Readonly<Record<string, unknown>>;

/** Printed elsewhere in the line, or redundant for a single shop. */
const shownApart = new Set(['level', 'time', 'pid', 'version', 'msg', 'requestId']);
const ofRequest = new Set(['method', 'route', 'operation', 'status', 'responseTime']);
const withStack = new Set(['error', 'fatal']);

/** Formats JSON log lines for a terminal. */
export function prettyLog(terminal: DestinationStream): DestinationStream {
  return { write: (line) => terminal.write(readable(line)) };
}

function readable(line: string): string {
  const fields = JSON.parse(line) as Fields;
  const level = String(fields['level']);
  const time = new Date(String(fields['time'])).toTimeString().slice(0, 8);
  const isRequest = typeof fields['method'] === 'string' && typeof fields['status'] === 'number';
  const said = isRequest ? describeRequest(fields) : String(fields['msg'] ?? '');
  const others = Object.entries(fields).filter(
    ([name, value]) => !shownApart.has(name) && !isError(value) && !(isRequest && ofRequest.has(name)),
  );
  const details = others.map(([name, value]) => `${name}=${inOneWord(value)}`);
  const errors = Object.values(fields).filter(isError);
  const causes = errors.map((error) => describeError(error, withStack.has(level)));
  const mark = level === 'info' ? '' : `${level.toUpperCase()} `;
  const head = harmless([`${time} ${mark}${said}`, ...details].join(' '));
  return `${[head, ...causes].join('\n')}\n`;
}

function describeRequest({ method, route, operation, status, responseTime, msg }: Fields): string {
  const what = [method, route, ...(operation === undefined ? [] : [`(${String(operation)})`])].join(' ');
  return `${what} ${String(status)} in ${String(responseTime)} ms${msg === 'answered' ? '' : `, ${String(msg)}`}`;
}

interface LoggedError {
  readonly message: string;
  readonly stack?: string;
  readonly cause?: unknown;
}

const hasMessage = (value: unknown): value is { readonly message: string } =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';

/** Thrown values that are not errors have no stack. */
const isError = (value: unknown): value is LoggedError => hasMessage(value) && 'stack' in value;

function inOneWord(value: unknown): string {
  if (hasMessage(value)) return value.message;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function describeError({ message, stack = '', cause }: LoggedError, isWhole: boolean): string {
  const frames =
    isWhole && stack !== ''
      ? stack
          .split('\n')
          .map((frame) => `\n${harmless(frame)}`)
          .join('')
      : '';
  return `    ${harmless(message)}${frames}${isError(cause) ? `\n${describeError(cause, isWhole)}` : ''}`;
}

/** Escapes control characters, since logged input must not control the terminal. */
const harmless = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
