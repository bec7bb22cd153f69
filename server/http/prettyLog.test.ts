import { prettyLog } from './prettyLog';
import { createLogger } from './logging';

const written: string[] = [];
const log = createLogger('debug', prettyLog({ write: (line) => void written.push(line) }), '1.2.3');
const line = () =>
  written
    .splice(0)
    .join('')
    .replace(/^\d\d:\d\d:\d\d /, 'TIME ');

test('prints time, message and fields, and the level of warnings', () => {
  log.info({ databaseName: 'kiosk' }, 'database ready');
  expect(line()).toBe('TIME database ready databaseName=kiosk\n');
  log.warn({ part: 'mail', nested: { a: [1] } }, 'The mail server does not answer');
  expect(line()).toBe('TIME WARN The mail server does not answer part=mail nested={"a":[1]}\n');
});

test('prints a one-word reason on the same line', () => {
  log.info({ reason: 'SIGTERM' }, 'Stopping');
  expect(line()).toBe('TIME Stopping reason=SIGTERM\n');
});

test('prints an HTTP answer as one short line', () => {
  log.info(
    { requestId: 'x', method: 'POST', route: 'graphql', operation: 'me', status: 200, responseTime: 7 },
    'answered',
  );
  expect(line()).toBe('TIME POST graphql (me) 200 in 7 ms\n');
  log.warn({ requestId: 'x', method: 'GET', route: 'page', status: 404, responseTime: 1 }, 'client aborted');
  expect(line()).toBe('TIME WARN GET page 404 in 1 ms, client aborted\n');
});

test('prints message and cause of an error for a warning, and the stack for a failure', () => {
  const error = new Error('no answer', { cause: new Error('no network') });
  log.warn({ err: error }, 'Mail has to wait');
  expect(line()).toBe('TIME WARN Mail has to wait\n    no answer\n    no network\n');
  log.error({ err: error }, 'Uncaught');
  expect(line()).toMatch(/^TIME ERROR Uncaught\n {4}no answer\n +at .+prettyLog\.test\.ts/);
});

test('removes control characters, so that input can neither control a terminal nor forge a line', () => {
  log.warn({ err: new Error('a\u001b[2Jb\r\n00:00:00 ready\u009b1A'), text: 'c\u0007d\ne' }, 'odd\u001b]0;x');
  const [head = '', below = '', ...others] = line().split('\n');
  expect(head).toBe('TIME WARN odd ]0;x text=c d e');
  expect(below).toBe('    a [2Jb 00:00:00 ready 1A');
  expect(others).toEqual(['']);
});
