import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

/** Installed in a separate folder; continuous integration installs it. */
const local = join('tools', 'scripts', 'mongosh', 'node_modules', '.bin', 'mongosh');
const mongosh = existsSync(local) ? local : 'mongosh';
const isHere = spawnSync(mongosh, ['--version']).status === 0;
if (!isHere)
  process.stdout.write(
    'NOT MEASURED: mongosh is neither on the PATH nor installed (npm ci --prefix tools/scripts/mongosh).\n',
  );

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

/** The output of the shell for these lines. */
function shell(...script: string[]): Promise<unknown> {
  return shellAt(database.uri.replace('/?', '/shell?'), ...script);
}

async function shellAt(uri: string, ...script: string[]): Promise<unknown> {
  const options = ['--quiet', '--norc', '--json=canonical', '--eval', script.join(';\n')];
  const { stdout } = await promisify(execFile)(mongosh, [uri, ...options], { maxBuffer: 1 << 24 });
  return JSON.parse(stdout) as unknown;
}

(isHere ? test : test.skip)(
  'mongosh connects, writes, finds, aggregates, explains, lists and creates indexes',
  async () => {
    const answers = await shell(
      'const out = {}',
      "out.insert = db.items.insertMany([{ _id: 1, n: 1, big: Long('9007199254740993') }, { _id: 2, n: 2, d: Decimal128('1.50') }]).acknowledged",
      'out.index = db.items.createIndex({ n: 1 })',
      'out.find = db.items.find({ n: { $gte: 1 } }).sort({ n: -1 }).toArray()',
      "out.aggregate = db.items.aggregate([{ $group: { _id: null, total: { $sum: '$n' } } }]).toArray()",
      "out.stage = db.items.find({ n: 2 }).explain('executionStats').executionStats.executionStages.inputStage.stage",
      'out.update = db.items.updateOne({ n: 2 }, { $set: { x: true } }).modifiedCount',
      'out.count = db.items.countDocuments({ x: true })',
      "out.databases = db.getMongo().getDBNames().includes('shell')",
      'out.collections = db.getCollectionNames()',
      'out.indexes = db.items.getIndexes().map(({ name }) => name)',
      'out.stats = ((stats) => [stats.objects, stats.collections])(db.stats())',
      'out.size = db.items.stats().count',
      'const session = db.getMongo().startSession()',
      'session.startTransaction()',
      'try { session.getDatabase("shell").items.insertOne({ _id: 3 }); out.transaction = "taken" } catch (error) { out.transaction = error.code }',
      'session.endSession()',
      'out.removed = db.items.deleteOne({ _id: 1 }).deletedCount',
      'out.dropped = db.items.drop()',
      'out.version = Number(db.version().split(".")[0])',
      'out',
    );
    expect(answers).toEqual({
      insert: true,
      index: 'n_1',
      find: [
        { _id: { $numberInt: '2' }, n: { $numberInt: '2' }, d: { $numberDecimal: '1.50' } },
        { _id: { $numberInt: '1' }, n: { $numberInt: '1' }, big: { $numberLong: '9007199254740993' } },
      ],
      aggregate: [{ _id: null, total: { $numberInt: '3' } }],
      stage: 'IXSCAN',
      update: { $numberInt: '1' },
      count: { $numberInt: '1' },
      databases: true,
      collections: ['items'],
      indexes: ['_id_', 'n_1'],
      stats: [{ $numberLong: '2' }, { $numberLong: '1' }],
      size: { $numberInt: '2' },
      // Transactions are not supported, so no client must assume them.
      transaction: { $numberInt: '263' },
      removed: { $numberInt: '1' },
      dropped: true,
      version: { $numberInt: '8' },
    });
  },
  120_000,
);

(isHere ? test : test.skip)(
  'mongosh reports unsupported features by MongoDB’s error names',
  async () => {
    const names = await shell(
      'const name = (run) => { try { run(); return null } catch (error) { return error.codeName } }',
      "[name(() => db.runCommand({ collMod: 'items' })), name(() => db.items.find().collation({ locale: 'de' }).toArray()), name(() => db.items.createIndex({ t: 'text' }))]",
    );
    expect(names).toEqual(['CommandNotFound', 'NotImplemented', 'CannotCreateIndex']);
  },
  120_000,
);

(isHere ? test : test.skip)(
  'mongosh requires the user and the password',
  async () => {
    const unauthenticated = database.uri.replace(/\/\/.*@/, '//').replace('/?', '/shell?');
    const { username, password } = new URL(database.uri);
    const answers = await shellAt(
      unauthenticated,
      'const code = (run) => { try { run(); return 0 } catch (error) { return error.code } }',
      `const admin = db.getSiblingDB('admin')`,
      'const out = [code(() => db.items.findOne()), code(() => db.items.insertOne({}))]',
      `out.push(code(() => admin.auth('${username}', 'guess')), admin.auth('${username}', '${password}').ok)`,
      'out.push(code(() => db.items.findOne()), code(() => db.logout()), code(() => db.items.findOne()))',
      'out.map(Number)',
    );
    expect(answers).toEqual([13, 13, 18, 1, 0, 0, 13].map((number) => ({ $numberInt: String(number) })));
  },
  120_000,
);
