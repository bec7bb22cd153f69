import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MongoClient } from 'mongodb';
import { superviseEmbeddedMongo, type EmbeddedMongoSupervisor } from './superviseEmbeddedMongo';
import { bundleEmbeddedMongo } from './bundleEmbeddedMongo';

let folder: string;
let supervisor: EmbeddedMongoSupervisor | undefined;
let messages: string[];
let waiting: { text: string; found: () => void }[];

const note = (...parts: unknown[]): void => {
  const message = String(parts[parts.length - 1]);
  messages.push(message);
  for (const { text, found } of waiting) if (message.includes(text)) found();
};
const log = { error: note, info: note };
const logged = (text: string): Promise<void> => new Promise((found) => void waiting.push({ text, found }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kiosk-supervisor-'));
  messages = [];
  waiting = [];
});

afterEach(async () => {
  await supervisor?.stop();
  supervisor = undefined;
  rmSync(folder, { recursive: true, force: true });
});

function kill(): void {
  const pid = supervisor?.pid();
  if (!pid) throw new Error('the database does not run');
  process.kill(pid, 'SIGKILL');
}

/** The database program, which exits at start once `breakIt` has been called. */
async function breakableProgram(): Promise<{ entry: string; breakIt: () => void }> {
  const broken = join(folder, 'broken');
  const entry = join(folder, 'program.mjs');
  const program = pathToFileURL(resolve(await bundleEmbeddedMongo())).href;
  writeFileSync(
    entry,
    `import { existsSync } from 'node:fs';
    if (existsSync(${JSON.stringify(broken)})) process.exit(3);
    await import(${JSON.stringify(program)});`,
  );
  return { entry, breakIt: () => writeFileSync(broken, '') };
}

test('restarts a killed database at its address: the client continues without losing acknowledged writes', async () => {
  const onGiveUp = jest.fn();
  supervisor = await superviseEmbeddedMongo({ dataDir: join(folder, 'data'), log, onGiveUp });
  const client = await new MongoClient(supervisor.uri).connect();
  const rows = client.db('test').collection('rows');
  const pids = new Set<number | null>();
  for (let round = 0; round < 3; round++) {
    await rows.insertOne({ round });
    pids.add(supervisor.pid());
    const again = logged('runs again');
    kill();
    await again;
    expect(await rows.countDocuments()).toBe(round + 1);
  }
  pids.add(supervisor.pid());
  expect(pids.size).toBe(4);
  expect(pids).not.toContain(null);
  await client.close();
  expect(onGiveUp).not.toHaveBeenCalled();
}, 60_000);

test('gives up a database that repeatedly fails to start and recommends a restore', async () => {
  const { entry, breakIt } = await breakableProgram();
  const dataDir = join(folder, 'data');
  const givenUp = new Promise<void>((found) => {
    void superviseEmbeddedMongo({ dataDir, entry, log, maxFailures: 3, onGiveUp: found }).then((started) => {
      supervisor = started;
      breakIt();
      kill();
    });
  });
  await givenUp;
  expect(messages).toEqual([
    'The embedded database ended; starting it again',
    ...Array.from({ length: 3 }, () => 'The embedded database could not be started again'),
    'The embedded database ended or did not start 4 times in a row and is given up. ' +
      `If its folder ${dataDir} is damaged, restore it from a backup.`,
  ]);
  expect(supervisor?.pid()).toBeNull();
}, 60_000);

test('gives up a database whose credentials have changed', async () => {
  const dataDir = join(folder, 'data');
  const givenUp = new Promise<void>((found) => {
    void superviseEmbeddedMongo({ dataDir, log, maxFailures: 1, onGiveUp: found }).then((started) => {
      supervisor = started;
      rmSync(join(dataDir, 'credentials'));
      kill();
    });
  });
  await givenUp;
  expect(messages).toContain(
    `The credentials of the embedded database in ${dataDir} have changed: start the shop again`,
  );
  expect(supervisor?.pid()).toBeNull();
  for (const message of messages) expect(message).not.toContain(new URL(supervisor?.uri ?? '').password);
}, 60_000);

test('stop during the pause between two attempts prevents the next one', async () => {
  const { entry, breakIt } = await breakableProgram();
  supervisor = await superviseEmbeddedMongo({ dataDir: join(folder, 'data'), entry, log, onGiveUp: () => undefined });
  breakIt();
  const failed = logged('could not be started again');
  kill();
  await failed;
  await supervisor.stop();
  expect(supervisor.pid()).toBeNull();
  expect(messages.filter((message) => message.includes('could not be started again'))).toHaveLength(1);
}, 60_000);
