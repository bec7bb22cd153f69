import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Installed in continuous integration; they are not npm packages, and no test downloads them. */
const folder = (name: string) => join('tools', 'scripts', name);
const stripeMock = join(folder('stripeMock'), 'stripe-mock');
const python = join(folder('localstripe'), '.venv', 'bin', 'python');

const missing = [
  ...(existsSync(stripeMock)
    ? []
    : ['GOBIN=$PWD/tools/scripts/stripeMock go install github.com/stripe/stripe-mock@v0.203.0']),
  ...(existsSync(python) && spawnSync(python, ['-c', 'import localstripe']).status === 0
    ? []
    : [
        'cd tools/scripts/localstripe && python3 -m venv .venv && .venv/bin/pip install --requirement requirements.txt',
      ]),
];

export const hasStripeFakes = missing.length === 0;

/** `describe` and `test` for tests that need stripe-mock and localstripe; prints once if these are not installed. */
export function withStripeFakes(what: string): { readonly describe: jest.Describe; readonly test: jest.It } {
  if (hasStripeFakes) return { describe, test };
  process.stdout.write(`NOT MEASURED: ${what}. What is missing: ${missing.join('; ')}\n`);
  return { describe: describe.skip as jest.Describe, test: test.skip as jest.It };
}

export interface Program {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Resolves when the program prints the port at which it listens. */
async function start(command: string, args: readonly string[], port: RegExp): Promise<Program> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return { url: `http://127.0.0.1:${await readPort(child, port)}`, stop: () => end(child, exited) };
}

function readPort(child: ChildProcess, port: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}.`)));
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [, found] = port.exec(line) ?? [];
        if (found !== undefined) resolve(found);
      });
  });
}

async function end(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill('SIGKILL');
  await exited;
}

/** Validates requests against Stripe's published OpenAPI. Unless configured, its TLS port is fixed. */
export const startStripeMock = (): Promise<Program> =>
  start(
    stripeMock,
    ['-http-addr', '127.0.0.1:0', '-https-addr', '127.0.0.1:0'],
    /Listening for HTTP at address: 127\.0\.0\.1:(\d+)/,
  );

/** Stateful: payments created there can be confirmed, captured and refunded. */
export const startLocalstripe = (): Promise<Program> =>
  start(python, [join(folder('localstripe'), 'serve.py')], /Listening on port (\d+)/);
