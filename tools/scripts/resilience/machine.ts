import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { MongoClient } from 'mongodb';
import { longRunningOptions } from '../../../server/database/clientOptions';
import { databaseNameOf } from '../../../server/database/databaseUri';
import { freePort } from '../../../server/testing/databaseAt';
import { firebaseProject } from '../../../server/testing/productionSettings';
import { ask } from '../foreignBalancers';

/**
 * A scratch folder in place of the machine of docs/operating/one-server.md: runs the docs' shell blocks unchanged, with
 * a `systemctl` that follows the units in deploy/.
 */
export class Machine {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'kiosk-machine-')));
  private ports = { shop: 0, drill: 0 };
  private systemd: Server | undefined;
  private shop: ChildProcess | undefined;

  at(path: string): string {
    return join(this.folder, path);
  }

  /** The state after 'Install', with the first release running. */
  async install(releases: readonly string[]): Promise<void> {
    for (const folder of ['etc/kiosk', 'var/lib/kiosk', 'var/backups/kiosk', 'srv/kiosk/releases'])
      mkdirSync(this.at(folder), { recursive: true });
    this.ports = { shop: await freePort(), drill: await freePort() };
    const port = String(this.ports.shop);
    this.writeSettings({
      ...{ ...firebaseProject, MONGODB_URI: 'embedded', DATA_DIR: this.at('var/lib/kiosk'), LOG_LEVEL: 'error' },
      ...{ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, ADMIN_EMAILS: 'admin@kiosk.test' },
    });
    for (const version of releases) this.makeRelease(version);
    symlinkSync(this.at(`srv/kiosk/releases/${releases[0]}`), this.at('srv/kiosk/current'));
    await this.startSystemd();
  }

  /** Changes /etc/kiosk/kiosk.env and keeps its other settings. */
  writeSettings(changed: Readonly<Record<string, string>>): void {
    const lines = Object.entries({ ...this.settings(), ...changed }).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(this.at('etc/kiosk/kiosk.env'), lines.join(''));
  }

  settings(): Record<string, string> {
    const file = this.at('etc/kiosk/kiosk.env');
    return existsSync(file) ? readAssignments(readFileSync(file, 'utf8').trim().split('\n')) : {};
  }

  /** Maps the paths in a text of the docs or a unit to the scratch folder. */
  placed(text: string): string {
    return text
      .replace(/\/(srv\/kiosk|etc\/kiosk|var\/lib\/kiosk|var\/backups\/kiosk)/g, (path) => this.at(path))
      .replaceAll('127.0.0.1:4000', `127.0.0.1:${this.ports.shop}`)
      .replaceAll('4999', String(this.ports.drill))
      .replaceAll('/usr/bin/node', process.execPath);
  }

  block(file: string, name: string): string {
    return this.placed(blockOf(file, name));
  }

  run(script: string, variables: Readonly<Record<string, string>> = {}): Promise<string> {
    const child = spawn('bash', ['--norc', '-eu', '-o', 'pipefail', '-c', script], {
      cwd: this.folder,
      env: {
        ...{ ...process.env, NODE_ENV: 'production', ...this.settings(), ...variables },
        PATH: `${this.at('bin')}:${process.env['PATH']}`,
      },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return new Promise((succeed, fail) =>
      child.once('close', (code) => (code === 0 ? succeed(output) : fail(new Error(`${code}: ${output}`)))),
    );
  }

  writeProgram(name: string, text: string): void {
    mkdirSync(this.at('bin'), { recursive: true });
    writeFileSync(this.at(join('bin', name)), `#!/bin/sh\n${text}\n`);
    chmodSync(this.at(join('bin', name)), 0o755);
  }

  /** Sends a contact message. */
  async sendMessage(): Promise<void> {
    const query =
      'mutation ($input: SendContactMessageInput!) { sendContactMessage(input: $input) { contactMessage { id } } }';
    const variables = { input: { name: 'Ann', email: 'ann@kiosk.test', message: 'Ten letters at least.' } };
    const url = `http://127.0.0.1:${this.ports.shop}/graphql`;
    const answer = await ask(url, { method: 'POST', body: { query, variables } });
    expect(answer).toMatchObject({ status: 200, text: expect.not.stringContaining('"errors"') as unknown });
  }

  runningRelease(): string | undefined {
    return readlinkSync(`/proc/${this.shop?.pid}/cwd`).split('/').at(-1);
  }

  async remove(): Promise<void> {
    await this.stopShop();
    this.systemd?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Every release has the packages and the build of this checkout. */
  private makeRelease(version: string): void {
    const release = this.at(`srv/kiosk/releases/${version}`);
    const files = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n');
    for (const file of files.filter((path) =>
      /^(server|packages|tools\/scripts|deploy|client\/public|[^/]+$)/.test(path),
    ))
      if (existsSync(file)) cpSync(file, join(release, file), { recursive: true });
    cpSync('dist', join(release, 'dist'), { recursive: true });
    linkProduction(release);
  }

  private async startSystemd(): Promise<void> {
    const server = createServer((request, response) => {
      const [, command = '', name = ''] = (request.url ?? '').split('/');
      this.systemctl(command, name).then(
        () => response.end(),
        (error: Error) => response.writeHead(500).end(`${error.message}\n`),
      );
    });
    this.systemd = server;
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.writeProgram('systemctl', `exec curl --silent --show-error --fail-with-body "${url}/$1/$2"`);
    this.writeProgram('runuser', 'shift 3; exec "$@"');
    this.writeProgram('systemd-run', systemdRun);
  }

  private async systemctl(command: string, name: string): Promise<void> {
    if (command === 'stop' || command === 'restart') await this.stopShop();
    else if (command !== 'start') throw new Error(`systemctl ${command}`);
    if (command !== 'stop') await this.startUnit(name);
  }

  private async startUnit(name: string): Promise<void> {
    const { program, words, ...options } = this.unit(name);
    const child = spawn(program, words, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
    if (name === 'kiosk') this.shop = child;
    else
      await new Promise<void>((succeed, fail) =>
        child.once('exit', (code) => (code === 0 ? succeed() : fail(new Error(`${name} ended with ${code}`)))),
      );
  }

  private async stopShop(): Promise<void> {
    const { shop } = this;
    if (!shop || shop.exitCode !== null) return;
    const exited = new Promise((done) => shop.once('exit', done));
    shop.kill('SIGTERM');
    await exited;
  }

  /** Reads a unit as systemd does; a later value replaces an earlier one. */
  private unit(name: string) {
    const text = this.placed(readFileSync(this.at(`srv/kiosk/current/deploy/systemd/${name}.service`), 'utf8'));
    const value = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1] ?? '';
    const pairs = [
      ...value('Environment').split(' '),
      ...readFileSync(value('EnvironmentFile'), 'utf8').trim().split('\n'),
    ];
    const [program = '', ...words] = value('ExecStart').split(' ');
    const env = { ...process.env, NODE_ENV: undefined, ...readAssignments(pairs) };
    return { program, words, cwd: value('WorkingDirectory'), env };
  }
}

/** A marked shell block of the docs. */
export function blockOf(file: string, name: string): string {
  const found = new RegExp(`<!-- walked: ${name} -->\\n+\`\`\`sh\\n([^]*?)\`\`\``).exec(
    readFileSync(file, 'utf8'),
  )?.[1];
  if (found === undefined) throw new Error(`${file} has no block '${name}'.`);
  return found;
}

/** The last line of the upgrade block. */
export const untilReady = blockOf('docs/operating/upgrade.md', 'upgrade').trim().split('\n').at(-1)?.trim() ?? '';

export function buildShop(): void {
  expect(spawnSync(process.execPath, ['tools/scripts/build.mjs'], { encoding: 'utf8' })).toMatchObject({ status: 0 });
}

/** Counts contact messages directly in the database. */
export async function countMessages(uri: string): Promise<number> {
  const client = await new MongoClient(uri, longRunningOptions).connect();
  return client
    .db(databaseNameOf(uri))
    .collection('contactMessages')
    .countDocuments()
    .finally(() => client.close());
}

export async function dropDatabase(uri: string): Promise<void> {
  const client = await new MongoClient(uri, longRunningOptions).connect();
  await client
    .db()
    .dropDatabase()
    .finally(() => client.close());
}

const readAssignments = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));

/** Links the packages that npm prune --omit=dev would leave. */
function linkProduction(release: string): void {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { dev?: boolean }> };
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    if (name === undefined || dev === true || !existsSync(path)) continue;
    mkdirSync(dirname(join(release, path)), { recursive: true });
    symlinkSync(resolve(path), join(release, path));
  }
}

/** Handles the options that affect how the command runs. */
const systemdRun = `while :; do
  case "$1" in
    --working-directory=*) cd "\${1#*=}" ;;
    --property=EnvironmentFile=*) file=\${1#*=*=}; while IFS= read -r line; do export "$line"; done < "$file" ;;
    --setenv=*) export "\${1#*=}" ;;
    --*) ;;
    *) exec "$@" ;;
  esac
  shift
done`;
