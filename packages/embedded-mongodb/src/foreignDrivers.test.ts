import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

/** Continuous integration installs these drivers; neither is an npm package. */
const folder = join('tools', 'scripts', 'foreignDrivers');
const scratch = mkdtempSync(join(tmpdir(), 'kiosk-drivers-'));

function findPymongo(): string | undefined {
  const own = join(folder, '.venv', 'bin', 'python');
  return [existsSync(own) ? own : 'python3'].find((each) => spawnSync(each, ['-c', 'import pymongo']).status === 0);
}

/** Built from installed modules; the test downloads nothing. */
function buildGoDriver(): string | undefined {
  const program = join(scratch, 'ask');
  const env = { ...process.env, GOPROXY: 'off', GOFLAGS: '-mod=readonly' };
  const built = spawnSync('go', ['build', '-o', program, '.'], { cwd: resolve(folder, 'go'), env });
  return built.status === 0 ? program : undefined;
}

const python = findPymongo();
const goDriver = buildGoDriver();
if (!python) process.stdout.write(`NOT MEASURED: PyMongo. What is missing: ${folder}/requirements.txt\n`);
if (!goDriver)
  process.stdout.write(`NOT MEASURED: MongoDB’s Go driver. What is missing: (cd ${folder}/go && go mod download)\n`);

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
  rmSync(scratch, { recursive: true });
});

async function answersOf(program: string, args: readonly string[]): Promise<unknown> {
  const env = { ...process.env, KIOSK_URI: database.uri };
  const { stdout } = await promisify(execFile)(program, args, { env });
  return JSON.parse(stdout);
}

const expected = {
  found: [2, 1],
  users: 1,
  removed: 3,
  transaction: [263, false],
  wholeSeconds: true,
  stranger: 13,
  wrongPassword: 18,
};

(python ? test : test.skip)(
  'PyMongo works with the connection string and is refused without credentials',
  async () => {
    const answers = await answersOf(python ?? '', [join(folder, 'askPymongo.py')]);
    expect(answers).toEqual({ ...expected, otherMechanism: 334 });
  },
  120_000,
);

(goDriver ? test : test.skip)(
  'MongoDB’s Go driver works with the connection string and is refused without credentials',
  async () => {
    expect(await answersOf(goDriver ?? '', [])).toEqual(expected);
  },
  120_000,
);
