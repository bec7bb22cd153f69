import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MongoClient } from 'mongodb';
import { bundleEmbeddedMongo } from './bundleEmbeddedMongo';
import { Engine } from './engine';

const writes = 25;

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-mongodb-'));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const commits = ({ store }: Engine): number => (store.env.getStats() as { lastTxnId: number }).lastTxnId;

test('sequential writes use one commit each; concurrent writes share one', async () => {
  const engine = new Engine(dataDir);
  const write = (i: number) =>
    engine.write(() => void engine.store.retries.putSync(Buffer.from([i]), Buffer.from([i])));
  for (let i = 0; i < writes; i++) {
    const before = commits(engine);
    await write(i);
    expect(commits(engine)).toBe(before + 1);
  }
  const before = commits(engine);
  await Promise.all(Array.from({ length: 64 }, (_unused, i) => write(i)));
  expect(commits(engine)).toBe(before + 1);
  await engine.close();
});

/** Whether strace works here: on Linux, but not in every container. */
const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
if (!canTrace) process.stdout.write('NOT MEASURED: what is synced. What is missing: strace, and the right to use it\n');

interface Call {
  name: string;
  file: string;
}

/** The syncs of the data file and the bytes sent over TCP, in order. */
function readCalls(trace: string): Call[] {
  return readFileSync(trace, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name = '', file = ''] = /^\d+ +(\w+)\(\d+<(TCP:\[[^\]]*\]|[^>]*)>/.exec(line) ?? [];
      const isSync = name === 'fdatasync' && file.endsWith('data.mdb');
      return isSync || file.startsWith('TCP:') ? [{ name, file }] : [];
    });
}

(canTrace ? test : test.skip)(
  'syncs the data file before each acknowledgement (observed by strace)',
  async () => {
    const trace = join(dataDir, 'trace');
    const calls = ['-f', '-yy', '-e', 'trace=fdatasync,write,writev,sendmsg,sendto', '-o', trace];
    const program = [process.execPath, await bundleEmbeddedMongo(), '--port', '0', '--data', join(dataDir, 'data')];
    const child = spawn('strace', [...calls, ...program], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(createInterface(child.stdout), 'line');
    const uri = readFileSync(join(dataDir, 'data', 'uri'), 'utf8');
    const client = await new MongoClient(uri, { maxPoolSize: 1 }).connect();
    const rows = client.db('test').collection('rows');
    for (let i = 0; i < writes; i++) await rows.insertOne({ i });
    const { pid } = await client.db('admin').command({ serverStatus: 1 });
    await client.close();
    const ended = once(child, 'exit');
    process.kill(Number(pid), 'SIGTERM');
    await ended;

    const seen = readCalls(trace);
    const answers = new Map<string, number>();
    for (const { name, file } of seen) if (name !== 'fdatasync') answers.set(file, (answers.get(file) ?? 0) + 1);
    // The driver's command connection has the most replies; its monitoring connections have far fewer.
    const [busiest] = [...answers].sort(([, a], [, b]) => b - a)[0] ?? [''];
    const all = seen.filter(({ name, file }) => name === 'fdatasync' || file === busiest);
    // The first reply is the handshake's, after the syncs at startup.
    const order = all.slice(all.findIndex(({ name }) => name !== 'fdatasync') + 1);
    const synced = order.filter(({ name }, i) => name !== 'fdatasync' && order[i - 1]?.name === 'fdatasync');
    expect(synced).toHaveLength(writes);
  },
  60_000,
);
