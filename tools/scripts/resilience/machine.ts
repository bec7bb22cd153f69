import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { MongoClient } from 'mongodb';
import { longRunningOptions } from '../../../server/database/clientOptions';
import { databaseNameOf } from '../../../server/database/databaseUri';
import { freePort } from '../../../server/testing/databaseAt';
import { firebaseProject } from '../../../server/testing/productionSettings';
import { ask } from '../foreignBalancers';

/**
 * A scratch folder in place of the machine of docs/operating/one-server.md: runs the docs' shell blocks unchanged, like
 * root's shell but as the user of the test, with a `systemctl` that follows the units in deploy/. The users and folders
 * of 'Install' are tested in installation.test.ts.
 */
export class Machine {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'kiosk-machine-')));
  /** Free ports in place of those of the docs. */
  private readonly ports = new Map<string, number>();
  private systemd: Server | undefined;
  private readonly services = new Map<string, ChildProcess>();

  at(path: string): string {
    return join(this.folder, path);
  }

  /** The state after 'Install' and 'Settings', with the first release linked. */
  async install(releases: readonly string[]): Promise<void> {
    const data = ['var/lib/kiosk', 'var/backups/kiosk', 'srv/kiosk/releases'];
    for (const folder of ['etc/kiosk', 'etc/systemd/system', ...data]) mkdirSync(this.at(folder), { recursive: true });
    for (const port of ['4000', '4001', '4999', '9465']) this.ports.set(port, await freePort());
    const port = String(this.ports.get('4000'));
    this.writeSettings({
      ...{ ...firebaseProject, MONGODB_URI: 'embedded', DATA_DIR: this.at('var/lib/kiosk'), LOG_LEVEL: 'error' },
      ...{ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, ADMIN_EMAILS: 'admin@kiosk.test' },
    });
    for (const version of releases) this.makeRelease(version);
    symlinkSync(this.at(`srv/kiosk/releases/${releases[0]}`), this.at('srv/kiosk/current'));
    await this.startSystemd();
  }

  /** Starts the shop by the commands of 'systemd'. */
  async start(): Promise<void> {
    expect(await this.run(this.block('docs/operating/one-server.md', 'units'))).toContain('The shop is ready.');
  }

  /** Resolves when the shop is ready after a restart. */
  async ready(): Promise<void> {
    const url = `http://127.0.0.1:${this.ports.get('4000')}/readyz`;
    await this.run(`curl --silent --show-error --fail --retry 60 --retry-all-errors --retry-delay 1 ${url}`);
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
      .replace(
        /(?<![\w-])\/(srv\/kiosk|etc\/kiosk|etc\/systemd\/system|var\/lib\/kiosk|var\/backups\/kiosk)/g,
        (path) => this.at(path),
      )
      .replace(/\b\d{4}\b/g, (number) => String(this.ports.get(number) ?? number))
      .replaceAll('/usr/bin/node', process.execPath);
  }

  block(file: string, name: string): string {
    return this.placed(blockOf(file, name));
  }

  run(script: string, variables: Readonly<Record<string, string>> = {}): Promise<string> {
    const child = spawn('bash', ['--norc', '-c', script], {
      cwd: this.folder,
      env: { PATH: `${this.at('bin')}:${process.env['PATH']}`, HOME: this.folder, ...variables },
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
    const url = `http://127.0.0.1:${this.ports.get('4000')}/graphql`;
    const answer = await ask(url, { method: 'POST', body: { query, variables } });
    expect(answer).toMatchObject({ status: 200, text: expect.not.stringContaining('"errors"') as unknown });
  }

  runningRelease(): string | undefined {
    return readlinkSync(`/proc/${this.services.get('kiosk')?.pid}/cwd`)
      .split('/')
      .at(-1);
  }

  async remove(): Promise<void> {
    for (const name of this.services.keys()) await this.stopUnit(name);
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
      text(request)
        .then((words) => this.systemctl(words.split(' ')))
        .then(
          () => response.end(),
          (error: Error) => response.writeHead(500).end(`${error.message}\n`),
        );
    });
    this.systemd = server;
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.writeProgram('systemctl', `exec curl --silent --show-error --fail-with-body --data "$*" ${url}`);
    this.writeProgram('runuser', 'shift 3; exec "$@"');
    this.writeProgram('systemd-run', systemdRun);
  }

  private async systemctl([command = '', ...words]: string[]): Promise<void> {
    if (command === 'daemon-reload') return;
    const [isStopping, isStarting] = [['stop', 'restart'].includes(command), command !== 'stop'];
    if (!['start', 'stop', 'restart', 'enable'].includes(command)) throw new Error(`systemctl ${command}`);
    for (const name of words.filter((word) => word !== '--now')) {
      if (isStopping) await this.stopUnit(name);
      if (isStarting) await this.startUnit(name);
    }
  }

  private async startUnit(name: string): Promise<void> {
    if (name.endsWith('.timer')) return void statSync(this.at(`etc/systemd/system/${name}`));
    const { program, words, isService, ...options } = this.unit(name);
    const child = spawn(program, words, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
    if (isService) this.services.set(name, child);
    else
      await new Promise<void>((succeed, fail) =>
        child.once('exit', (code) => (code === 0 ? succeed() : fail(new Error(`${name} ended with ${code}`)))),
      );
  }

  private async stopUnit(name: string): Promise<void> {
    const child = this.services.get(name);
    if (!child || child.exitCode !== null) return;
    const exited = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await exited;
  }

  /** Reads a unit as systemd does; a later value replaces an earlier one. */
  private unit(name: string) {
    const unit = this.placed(readFileSync(this.at(`etc/systemd/system/${name}.service`), 'utf8'));
    const values = (key: string) =>
      [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
    const pairs = [
      ...values('Environment').flatMap((line) => line.split(' ')),
      ...values('EnvironmentFile').flatMap((file) => readFileSync(file, 'utf8').trim().split('\n')),
    ];
    const [program = '', ...words] = values('ExecStart')[0]?.split(' ') ?? [];
    const env = { PATH: process.env['PATH'], ...readAssignments(pairs) };
    return { program, words, cwd: values('WorkingDirectory')[0], env, isService: values('Type')[0] === 'exec' };
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
