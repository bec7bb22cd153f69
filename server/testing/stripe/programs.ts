import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Continuous integration installs them; they are no packages of npm, and no test downloads anything. */
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

/** Those of `describe` and `test` for what needs stripe-mock and localstripe; says so once where they are not there. */
export function withStripeFakes(what: string): { readonly describe: jest.Describe; readonly test: jest.It } {
  if (hasStripeFakes) return { describe, test };
  process.stdout.write(`NOT MEASURED: ${what}. What is missing: ${missing.join('; ')}\n`);
  return { describe: describe.skip as jest.Describe, test: test.skip as jest.It };
}

export interface Program {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Resolves when it says at which port it listens. */
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

/** Validates requests against Stripe's published OpenAPI. Without an address of its own, its TLS port is a fixed one. */
export const startStripeMock = (): Promise<Program> =>
  start(
    stripeMock,
    ['-http-addr', '127.0.0.1:0', '-https-addr', '127.0.0.1:0'],
    /Listening for HTTP at address: 127\.0\.0\.1:(\d+)/,
  );

/** Has a state: what is created there can be confirmed, captured and refunded. */
export const startLocalstripe = (): Promise<Program> =>
  start(python, [join(folder('localstripe'), 'serve.py')], /Listening on port (\d+)/);
