import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EJSON, serialize } from 'bson';
import { MongoClient } from 'mongodb';
import { RawClient } from './rawClient.fixture';
import {
  arrayType,
  documentType,
  documentOf,
  element,
  header,
  messageOf,
  nest,
  seededNumbers,
  opQuery,
  sequence,
  textElement,
  type Level,
} from './rawMessages.fixture';
import { startEmbeddedMongo, type EmbeddedMongoProcess } from './startEmbeddedMongo';
import { maxMessageBytes } from './wire';

/** Inputs of each kind. */
const inputs = Number(process.env['KIOSK_BAD_INPUTS'] ?? 200);
const seed = Number(process.env['KIOSK_BAD_INPUT_SEED'] ?? randomInt(2 ** 31));
const concurrency = 16;

interface Random {
  readonly below: (most: number) => number;
  readonly pick: <T>(values: readonly T[]) => T;
}

function createRandom(start: number): Random {
  const below = seededNumbers(start);
  return { below, pick: <T>(values: readonly T[]) => values[below(values.length)] as T };
}

let dataDir: string;
let server: EmbeddedMongoProcess;
let client: MongoClient;
let ended = false;
let before: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kiosk-test-'));
  server = await startEmbeddedMongo({ dataDir });
  server.onExit(() => (ended = true));
  client = await new MongoClient(server.uri).connect();
  const items = client.db('kept').collection('items');
  await items.createIndex({ tags: 1, n: -1 });
  await items.insertMany(Array.from({ length: 200 }, (_, n) => ({ n, tags: ['all', `t${n % 7}`], deep: { a: [n] } })));
  before = await everything();
  process.stdout.write(`bad input: ${inputs} of each kind, KIOSK_BAD_INPUT_SEED=${seed}\n`);
}, 60_000);
afterAll(async () => {
  await client.close();
  await server.stop();
  rmSync(dataDir, { recursive: true });
});

/** The stored data that bad input must not change. */
async function everything(): Promise<string> {
  const items = client.db('kept').collection('items');
  const documents = await items.find().hint({ $natural: 1 }).toArray();
  const byIndex = await items.find({ tags: 'all' }).sort({ n: -1 }).hint({ tags: 1, n: -1 }).toArray();
  return EJSON.stringify([
    documents,
    byIndex,
    await items.indexes(),
    await client.db('kept').listCollections().toArray(),
  ]);
}

afterEach(async () => {
  expect(await everything()).toBe(before);
  expect(ended).toBe(false);
});

/** Sends bytes on a new connection and returns the first reply, or nothing if the connection ends without one. */
async function sendOnce(bytes: Buffer, mayGetNoReply: boolean, isAuthenticated: boolean): Promise<Buffer> {
  const connection = isAuthenticated ? await RawClient.authenticated(server.uri) : RawClient.connect(server.uri);
  connection.send(bytes);
  // After a wrong length the server waits for more bytes: half-close the connection to end that.
  if (mayGetNoReply) connection.socket.end();
  const replies = await connection.answer();
  connection.close();
  return replies ?? Buffer.alloc(0);
}

async function sendAll(
  make: (random: Random, number: number) => Buffer,
  { mayGetNoReply = false, isAuthenticated = true } = {},
): Promise<Buffer[]> {
  const answers: Buffer[] = [];
  let next = 0;
  const work = async () => {
    while (next < inputs) {
      const number = next++;
      answers[number] = await sendOnce(make(createRandom(seed + number), number), mayGetNoReply, isAuthenticated);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return answers;
}

const $db = 'scratch';
const filter = { n: { $gte: 3, $in: [3, 4, 5] }, tags: { $elemMatch: { $regex: '^t' } } };
const documents = [{ n: 1, tags: ['a'], at: new Date(0), big: 2n ** 40n }, { n: 2.5 }].map((each) => serialize(each));

const legacyHello = (() => {
  const asked = Buffer.concat([
    Buffer.alloc(4),
    Buffer.from('admin.$cmd\0'),
    Buffer.alloc(8),
    serialize({ isMaster: 1 }),
  ]);
  return Buffer.concat([header(16 + asked.length, opQuery), asked]);
})();

/** Valid messages, from which the bad ones are derived. */
const sound: readonly Buffer[] = [
  ...[
    { hello: 1, $db },
    { find: 'items', filter, sort: { n: -1 }, projection: { tags: { $slice: 1 } }, limit: 5, $db },
    {
      aggregate: 'items',
      pipeline: [{ $match: filter }, { $group: { _id: '$n', all: { $push: '$tags' } } }],
      cursor: {},
      $db,
    },
    { count: 'items', query: filter, $db },
    { update: 'items', updates: [{ q: filter, u: { $inc: { n: 1 }, $push: { tags: 'x' } }, upsert: true }], $db },
    { delete: 'items', deletes: [{ q: filter, limit: 0 }], $db },
    { findAndModify: 'items', query: filter, update: [{ $set: { n: { $add: ['$n', 1] } } }], new: true, $db },
    { createIndexes: 'items', indexes: [{ key: { n: 1, tags: -1 }, name: 'both', unique: true }], $db },
    { explain: { find: 'items', filter }, verbosity: 'executionStats', $db },
    { getMore: 1n, collection: 'items', $db },
    { killCursors: 'items', cursors: [1n], $db },
    { insert: 'items', documents: [{ n: 1 }], lsid: { id: Buffer.alloc(16) }, txnNumber: 1n, $db },
  ].map((command) => messageOf(serialize(command))),
  messageOf(serialize({ insert: 'items', $db }), sequence('documents', ...documents)),
  legacyHello,
];

const oddBytes = [0, 1, 3, 4, 5, 0x7f, 0x80, 0xff];
const oddLengths = [-(2 ** 31), -1, 0, 4, 5, 16, 1_000, 2 ** 24 + 1, 2 ** 31 - 1];

function damage(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length);
  switch (random.below(5)) {
    case 0:
      bytes[at] = random.below(256);
      return bytes;
    case 1:
      bytes[at] = random.pick(oddBytes);
      return bytes;
    case 2:
      bytes.writeInt32LE(random.pick(oddLengths), Math.min(at, bytes.length - 4));
      return bytes;
    case 3:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(20))]);
    default:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(random.below(bytes.length))]);
  }
}

function damaged(random: Random): Buffer {
  let bytes: Buffer = Buffer.from(random.pick(sound));
  for (let left = 1 + random.below(6); left > 0 && bytes.length > 4; left -= 1) bytes = damage(bytes, random);
  // Correct most lengths, because otherwise the parser stops there.
  if (random.below(4) > 0 && bytes.length >= 4) bytes.writeInt32LE(bytes.length, 0);
  return bytes;
}

test.each([
  ['an authenticated client', true],
  ['an unauthenticated client', false],
])(
  '%s sends messages with bytes changed, removed and repeated: no internal error',
  async (_who, isAuthenticated) => {
    const answers = await sendAll(damaged, { mayGetNoReply: true, isAuthenticated });
    const replies = answers.map((answer) => answer.toString('latin1'));
    expect(replies.filter((answer) => answer.includes('InternalError'))).toEqual([]);
    const allowed = /requires authentication|ismaster|isWritablePrimary|authenticat|SASL|mechanism/;
    if (!isAuthenticated) expect(replies.filter((answer) => answer !== '' && !allowed.test(answer))).toEqual([]);
  },
  60_000 + inputs * 100,
);

const text = (length: number) => Buffer.alloc(length, 0x61);
/** The number of messages that are really this large; the others only declare it in a length field. */
const sentInFull = Math.max(4, inputs / 1_000);

function tooLarge(random: Random, number: number): Buffer {
  if (number < sentInFull) {
    const large = { _id: 'large', text: text(2 ** 24 + random.below(2_000)) };
    if (number % 2 === 0) return messageOf(serialize({ insert: 'large', documents: [large], $db }));
    return messageOf(serialize({ update: 'large', updates: [{ q: {}, u: { $set: large }, upsert: true }], $db }));
  }
  const insert = messageOf(serialize({ insert: 'large', $db }), sequence('documents', ...documents));
  // The offsets of the message length, of the first document's length, and of the sequence's length.
  const at = random.pick([0, 21, 21 + insert.readInt32LE(21) + 1]);
  const least = at === 0 ? maxMessageBytes + 1 : insert.length;
  insert.writeInt32LE(random.below(4) === 0 ? -1 - random.below(2 ** 31) : least + random.below(2 ** 31 - least), at);
  return insert;
}

test(
  'refuses documents and messages that exceed the limits or declare a larger size',
  async () => {
    const answers = await sendAll(tooLarge);
    for (const answer of answers) {
      if (answer.length === 0) continue;
      expect(answer.toString('latin1')).toMatch(/errmsg|writeErrors/);
    }
    expect(await client.db($db).collection('large').countDocuments()).toBe(0);
  },
  60_000 + inputs * 100,
);

const inArray = (value: Buffer) => documentOf(element(documentType, '0', value));
const scratch = textElement('$db', $db);
const nestings: readonly Level[][] = [
  [[documentType, 'a']],
  [[arrayType, '0']],
  [
    [documentType, 'a'],
    [arrayType, '0'],
  ],
  [
    [arrayType, '$and'],
    [documentType, '0'],
  ],
  [
    [arrayType, '$nor'],
    [documentType, '0'],
  ],
  [
    [documentType, 'a'],
    [documentType, '$not'],
  ],
  [
    [documentType, 'a'],
    [documentType, '$elemMatch'],
  ],
  [
    [arrayType, '$add'],
    [documentType, '0'],
  ],
  [
    [documentType, '$expr'],
    [documentType, '$not'],
  ],
];

const commands: readonly ((deep: Buffer) => Buffer)[] = [
  (deep) => documentOf(textElement('insert', 'deep'), element(arrayType, 'documents', inArray(deep)), scratch),
  (deep) => documentOf(textElement('find', 'deep'), element(documentType, 'filter', deep), scratch),
  (deep) => documentOf(textElement('find', 'deep'), element(documentType, 'projection', deep), scratch),
  (deep) => documentOf(textElement('find', 'deep'), element(documentType, 'sort', deep), scratch),
  (deep) =>
    documentOf(
      textElement('aggregate', 'deep'),
      element(
        arrayType,
        'pipeline',
        inArray(documentOf(element(documentType, '$addFields', documentOf(element(documentType, 'x', deep))))),
      ),
      element(documentType, 'cursor', documentOf()),
      scratch,
    ),
  (deep) =>
    documentOf(
      textElement('update', 'deep'),
      element(
        arrayType,
        'updates',
        inArray(
          documentOf(
            element(documentType, 'q', documentOf()),
            element(documentType, 'u', documentOf(element(documentType, '$set', deep))),
          ),
        ),
      ),
      scratch,
    ),
  (deep) => documentOf(textElement('createIndexes', 'deep'), element(arrayType, 'indexes', inArray(deep)), scratch),
];

test(
  'answers or refuses documents, filters, updates and pipelines thousands of levels deep',
  async () => {
    await client.db($db).collection('deep').insertOne({ a: 1 });
    const answers = await sendAll((random) => {
      const depth = 101 + random.below(random.below(2) === 0 ? 200 : 20_000);
      return messageOf(random.pick(commands)(nest(depth, random.pick(nestings))));
    });
    // An unparsable message closes its connection without a reply.
    const replies = answers.filter(({ length }) => length > 0).map((answer) => answer.toString('latin1'));
    expect(replies.filter((answer) => !answer.includes('ok') || answer.includes('InternalError'))).toEqual([]);
  },
  60_000 + inputs * 100,
);
