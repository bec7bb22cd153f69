import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { Double, Int32, Long, type Collection, type Document } from 'mongodb';
import { calculateObjectSize } from 'bson';
import { BSONType } from './BSONType';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';
import { Operations } from './operations';
import { typeOf } from './values';

let database: TestDatabase;
let items: Collection<Document & { _id: number }>;
const asSent = { promoteValues: false } as const;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.dropDatabase();
  items = database.db.collection<Document & { _id: number }>('items');
});

/** The type of each field, recursively. */
function typesOf(document: Document): Record<string, unknown> {
  const entries = Object.entries(document).filter(([name]) => !name.startsWith('$') && name !== 'operationTime');
  return Object.fromEntries(
    entries.map(([name, value]: [string, unknown]) => {
      const type = BSONType[typeOf(value)];
      return [name, type === 'object' ? typesOf(value as Document) : type];
    }),
  );
}

const onLinux = platform() === 'linux';

const command = (asked: Document, name = 'test') => database.client.db(name).command(asked, asSent);

test('serverStatus returns every field with MongoDB’s type, and whole seconds', async () => {
  const status = await command({ serverStatus: 1 }, 'admin');
  expect(typesOf(status)).toEqual({
    host: 'string',
    version: 'string',
    process: 'string',
    pid: 'long',
    uptime: 'double',
    uptimeMillis: 'long',
    uptimeEstimate: 'long',
    localTime: 'date',
    connections: { current: 'int', totalCreated: 'int', ...(onLinux && { available: 'int' }), active: 'int' },
    network: { bytesIn: 'long', bytesOut: 'long', numRequests: 'long' },
    opcounters: { insert: 'long', query: 'long', update: 'long', delete: 'long', getmore: 'long', command: 'long' },
    asserts: { regular: 'int', warning: 'int', msg: 'int', user: 'int', tripwire: 'int', rollovers: 'int' },
    globalLock: {
      totalTime: 'long',
      currentQueue: { total: 'int', readers: 'int', writers: 'int' },
      activeClients: { total: 'int', readers: 'int', writers: 'int' },
    },
    mem: { bits: 'int', resident: 'int', ...(onLinux && { virtual: 'int' }), supported: 'bool' },
    extra_info: {
      note: 'string',
      user_time_us: 'long',
      system_time_us: 'long',
      maximum_resident_set_kb: 'long',
      input_blocks: 'long',
      output_blocks: 'long',
      page_reclaims: 'long',
      page_faults: 'long',
      voluntary_context_switches: 'long',
      involuntary_context_switches: 'long',
    },
    storageEngine: { name: 'string', persistent: 'bool' },
    ok: 'double',
  });
  expect(Number.isInteger((status['uptime'] as Double).value)).toBe(true);
});

test('serverStatus counts each inserted document, each statement and each query, also repeated queries', async () => {
  const counters = async () => (await database.db.admin().serverStatus())['opcounters'] as Record<string, number>;
  const before = await counters();
  await items.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
  await items.updateOne({ _id: 1 }, { $set: { a: 1 } });
  await items.deleteOne({ _id: 2 });
  for (let i = 0; i < 3; i++) await items.find({ a: 1 }, { batchSize: 5 }).toArray();
  await items.find({}, { batchSize: 1 }).toArray();
  const after = await counters();
  const more = Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));
  expect(more).toMatchObject({ insert: 3, update: 1, delete: 1, query: 4, getmore: 2 });
});

test('serverStatus reports errors, connections, clients, memory and CPU time', async () => {
  const status = () => database.db.admin().serverStatus();
  const before = await status();
  await expect(items.updateOne({}, { $no: 1 } as never)).rejects.toMatchObject({ code: 9 });
  await expect(database.db.command({ noSuchCommand: 1 })).rejects.toMatchObject({ code: 59 });
  await items.insertOne({ _id: 1 });
  const twice = items.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 1 }], { ordered: false });
  await expect(twice).rejects.toMatchObject({ code: 11000 });
  const after = await status();
  expect(after['asserts']['user'] - before['asserts']['user']).toBe(4);
  expect(after['asserts']['regular']).toBe(before['asserts']['regular']);
  const { connections, globalLock, mem, extra_info: extra } = after as Record<string, Record<string, number>>;
  expect(connections?.['active']).toBe(1);
  expect(globalLock).toMatchObject({
    currentQueue: { total: 0, readers: 0, writers: 0 },
    activeClients: { total: 0, readers: 0, writers: 0 },
  });
  expect(globalLock?.['totalTime']).toBeGreaterThan(before['globalLock']['totalTime']);
  expect(extra?.['user_time_us']).toBeGreaterThan(before['extra_info']['user_time_us']);
  if (!onLinux) return;
  expect(mem?.['virtual']).toBeGreaterThan(mem?.['resident'] ?? Infinity);
  const [, most = ''] = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  const { available = NaN, current = NaN } = connections ?? {};
  expect(available).toBeLessThanOrEqual(Math.min(Number(most) || 0x7fffffff, 0x7fffffff) - current);
});

test('operations count each connection that is running a command, by reads and writes', () => {
  const operations = new Operations();
  const done = [
    operations.begin(1, 'find', { find: 'items', $db: 'test' }),
    operations.begin(2, 'insert', { insert: 'items', $db: 'test' }),
    operations.begin(2, 'update', { update: 'items', $db: 'test' }),
    operations.begin(3, 'ping', { ping: 1, $db: 'admin' }),
  ];
  expect(operations.counts()).toEqual({ connections: 3, readers: 1, writers: 2 });
  done[1]?.();
  done[3]?.();
  expect(operations.counts()).toEqual({ connections: 2, readers: 1, writers: 1 });
});

test('hostInfo returns MongoDB’s types', async () => {
  expect(typesOf(await command({ hostInfo: 1 }, 'admin'))).toEqual({
    system: {
      currentTime: 'date',
      hostname: 'string',
      cpuAddrSize: 'int',
      memSizeMB: 'long',
      memLimitMB: 'long',
      numCores: 'int',
      cpuArch: 'string',
      numaEnabled: 'bool',
    },
    os: { type: 'string', name: 'string', version: 'string' },
    extra: {},
    ok: 'double',
  });
});

const documents = [
  { _id: 1, text: 'x' },
  { _id: 2, text: 'y'.repeat(900) },
  { _id: 3, text: 'z'.repeat(100_000) },
];
const bytes = (all: readonly Document[]) => all.reduce((sum, each) => sum + calculateObjectSize(each), 0);

test('dbStats, collStats and $collStats report the stored bytes after every kind of change', async () => {
  const check = async () => {
    const there = await items.find().toArray();
    const size = bytes(there);
    const total = await command({ dbStats: 1 });
    expect(total).toMatchObject({
      collections: Long.fromNumber(1),
      objects: Long.fromNumber(there.length),
      dataSize: new Double(size),
      avgObjSize: new Double(there.length ? size / there.length : 0),
      indexes: Long.fromNumber(2),
    });
    const own = await command({ collStats: 'items' });
    expect(own).toMatchObject({ ns: 'test.items', count: new Int32(there.length), size: new Int32(size) });
    const [stage] = await items.aggregate([{ $collStats: { storageStats: {}, count: {} } }], asSent).toArray();
    expect(stage).toMatchObject({ ns: 'test.items', count: new Int32(there.length) });
    expect(Object.entries(stage?.['storageStats'] as Document)).toEqual(
      Object.entries(own).filter(([name]) => name in (stage?.['storageStats'] as Document)),
    );
    expect((total['storageSize'] as Double).value).toBe((own['storageSize'] as Int32).value);
    expect((own['storageSize'] as Int32).value).toBeGreaterThanOrEqual(size);
    expect((own['storageSize'] as Int32).value).toBeLessThan(size + 20_000);
  };
  await items.createIndex({ text: 1 });
  await check();
  await items.insertMany(documents);
  await check();
  await items.insertOne({ _id: 4, text: 'four' });
  await check();
  await items.updateOne({ _id: 1 }, { $set: { text: 'x'.repeat(3000) } });
  await check();
  await items.replaceOne({ _id: 3 }, { text: 'short' });
  await check();
  await expect(items.insertMany([{ _id: 5 }, { _id: 4 }])).rejects.toMatchObject({ code: 11000 });
  await check();
  await items.deleteMany({ _id: { $gt: 1 } });
  await check();
});

test('measures a large collection during writes and estimates its indexes from samples', async () => {
  const many = Array.from({ length: 20_000 }, (_, i) => ({ _id: i, word: `w${i % 7}`, n: i }));
  await items.createIndex({ word: 1 });
  await items.insertMany(many);
  const [stats] = await Promise.all([
    command({ collStats: 'items' }),
    items.insertOne({ _id: 20_000, n: 1 }),
    items.updateOne({ _id: 5 }, { $set: { word: 'longer' } }),
    items.deleteOne({ _id: 19_999 }),
  ]);
  expect((stats['size'] as Int32).value).toBeGreaterThan(0);
  const after = await command({ collStats: 'items' });
  expect((after['size'] as Int32).value).toBe(bytes(await items.find().toArray()));
  const { _id_: byId, word_1: byWord } = after['indexSizes'] as Record<string, Int32>;
  for (const size of [byId, byWord]) {
    expect(size?.value).toBeGreaterThan(20_000 * 8);
    expect(size?.value).toBeLessThan(20_000 * 40);
  }
}, 60_000);

test('listDatabases returns the size of each database, or only the names with nameOnly', async () => {
  const large = database.client.db('large').collection('rows');
  await large.insertOne({ text: 'x'.repeat(1_000_000) });
  await items.insertOne({ _id: 1 });
  const { databases, totalSize } = await database.db.admin().listDatabases();
  const sizeOf = (name: string) => databases.find((each) => each.name === name)?.sizeOnDisk ?? -1;
  expect(sizeOf('test')).toBe(8192);
  expect(sizeOf('large')).toBeGreaterThan(1_000_000);
  expect(sizeOf('large')).toBeLessThan(1_020_000);
  expect(totalSize).toBe(databases.reduce((sum, { sizeOnDisk = 0 }) => sum + sizeOnDisk, 0));
  const names = await database.db.admin().listDatabases({ nameOnly: true });
  expect(names.databases).toEqual([{ name: 'large' }, { name: 'test' }]);
  await large.drop();
});

test('divides sizes by the scale like MongoDB: whole numbers in collStats, not in dbStats', async () => {
  await items.insertMany(documents);
  const size = bytes(documents);
  expect(await command({ dbStats: 1, scale: 1024 })).toMatchObject({
    dataSize: new Double(size / 1024),
    scaleFactor: Long.fromNumber(1024),
  });
  expect(await command({ collStats: 'items', scale: 1024 })).toMatchObject({
    size: new Int32(Math.trunc(size / 1024)),
    scaleFactor: new Int32(1024),
  });
  await expect(database.db.command({ dbStats: 1, scale: 0 })).rejects.toMatchObject({ code: 2 });
  await expect(database.db.command({ dbStats: 1, scale: 'KB' })).rejects.toMatchObject({ code: 14 });
});

test('$indexStats counts the operations that used an index', async () => {
  await items.insertMany(documents);
  await items.createIndex({ text: 1 });
  const uses = async () => {
    const rows = await items.aggregate([{ $indexStats: {} }]).toArray();
    return Object.fromEntries(rows.map(({ name, accesses }) => [name, (accesses as { ops: number }).ops]));
  };
  const before = await uses();
  await items.find({ text: 'x' }).toArray();
  await items.find({ text: 'y' }).toArray();
  await items.updateOne({ _id: 1 }, { $set: { a: 1 } });
  const after = await uses();
  expect(after).toEqual({ _id_: (before['_id_'] ?? 0) + 1, text_1: (before['text_1'] ?? 0) + 2 });
  const [first] = await items.aggregate([{ $indexStats: {} }], asSent).toArray();
  expect(typesOf(first ?? {})).toMatchObject({
    name: 'string',
    host: 'string',
    accesses: { ops: 'long', since: 'date' },
  });
});

test('$currentOp and currentOp list the running operations', async () => {
  const admin = database.client.db('admin');
  const [own] = await admin.aggregate([{ $currentOp: {} }]).toArray();
  expect(own).toMatchObject({ type: 'op', active: true, op: 'command', command: { aggregate: 1 } });
  expect(own?.['ns']).toBe('admin.$cmd.aggregate');
  const { inprog } = await admin.command({ currentOp: 1, op: 'command' });
  expect(inprog).toMatchObject([{ command: { currentOp: 1 } }]);
  expect((await admin.command({ currentOp: 1, op: 'insert' }))['inprog']).toEqual([]);
});

test.each<[string, () => Promise<unknown>, number]>([
  ['$collStats of a missing collection', () => items.aggregate([{ $collStats: { storageStats: {} } }]).toArray(), 26],
  ['$collStats after another stage', () => items.aggregate([{ $limit: 1 }, { $collStats: {} }]).toArray(), 40602],
  ['an unknown part of $collStats', () => items.aggregate([{ $collStats: { size: {} } }]).toArray(), 40415],
  ['latencies', () => items.aggregate([{ $collStats: { latencyStats: {} } }]).toArray(), 238],
  ['options of $indexStats', () => items.aggregate([{ $indexStats: { a: 1 } }]).toArray(), 28803],
  ['$currentOp outside of admin', () => database.db.aggregate([{ $currentOp: {} }]).toArray(), 73],
  ['currentOp outside of admin', () => database.db.command({ currentOp: 1 }), 13],
])('refuses %s', async (_name, run, code) => {
  await expect(run()).rejects.toMatchObject({ code });
});

/** The table in docs/databases.md. */
const documentation = readFileSync(join(__dirname, '../../../docs/databases.md'), 'utf8');
const [, table = ''] = /<!-- refused: begin -->\n([^]*?)<!-- refused: end -->/.exec(documentation) ?? [];
const refused = [...table.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '');

test.each(refused)('the command %s, which the table lists as refused, is unknown', async (name) => {
  await expect(database.client.db('admin').command({ [name]: 1 })).rejects.toMatchObject({
    code: 59,
    codeName: 'CommandNotFound',
    message: `no such command: '${name}'`,
  });
});

test('the table of refused commands includes those that tools send', () => {
  expect(refused).toEqual(expect.arrayContaining(['validate', 'collMod', 'top', 'killOp', 'replSetGetStatus']));
});
