import { Binary, ObjectId, serialize } from 'bson';
import fc from 'fast-check';
import { collectionsOf, isSteady, questionOf } from './question';

/** A message as a driver sends it. */
function messageOf(command: object, { flags = 0, opcode = 2013, id = 1 } = {}): Buffer {
  const body = serialize(command);
  const message = Buffer.alloc(21 + body.length);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(id, 4);
  message.writeInt32LE(opcode, 12);
  message.writeInt32LE(flags, 16);
  message.set(body, 21);
  return message;
}

const session = () => ({ id: new Binary(Buffer.from(new ObjectId().id), 4) });
const find = { find: 'items', filter: { n: 1 }, limit: 5 };

test('two sessions that ask the same ask one question', () => {
  const one = questionOf(messageOf({ ...find, lsid: session(), $db: 'test' }, { id: 1 }));
  expect(one).toBeDefined();
  expect(questionOf(messageOf({ ...find, lsid: session(), $db: 'test' }, { id: 2 }))).toBe(one);
  expect(questionOf(messageOf({ ...find, $db: 'test' }))).toBe(one);
});

test('whatever else differs makes another question', () => {
  const values = fc.record(
    {
      find: fc.constantFrom('items', 'item'),
      filter: fc.record({ n: fc.constantFrom<unknown>(1, 1.5, '1', null, [1], { $gt: 1 }) }),
      limit: fc.constantFrom(1, 2),
      $db: fc.constantFrom('test', 'other'),
    },
    { requiredKeys: ['find'] },
  );
  fc.assert(
    fc.property(values, values, (a, b) => {
      const isSame = Buffer.from(serialize(a)).equals(serialize(b));
      expect(questionOf(messageOf(a)) === questionOf(messageOf(b))).toBe(isSame);
    }),
  );
});

test.each<[string, Buffer]>([
  ['a write', messageOf({ insert: 'items', $db: 'test' })],
  ['a command about no collection', messageOf({ aggregate: 1, pipeline: [], cursor: {} })],
  ['a read as of a moment', messageOf({ ...find, readConcern: { level: 'snapshot' } })],
  ['a read with a field that is not known', messageOf({ ...find, tailable: true })],
  ['a read with variables', messageOf({ ...find, let: { x: 1 } })],
  ['a read that must end in time', messageOf({ ...find, maxTimeMS: 5 })],
  ['a transaction', messageOf({ ...find, autocommit: false })],
  ['a message that wants no answer', messageOf(find, { flags: 2 })],
  ['a message with a checksum', messageOf(find, { flags: 1 })],
  ['a message of the old kind', messageOf(find, { opcode: 2004 })],
  ['a long one', messageOf({ ...find, filter: { name: 'x'.repeat(40_000) } })],
])('%s is no question whose answer is kept', (_, message) => {
  expect(questionOf(message)).toBeUndefined();
});

test('whatever bytes come, a question is one or is not', () => {
  const bytes = messageOf({ ...find, lsid: session(), $db: 'test' });
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length), (at, value, length) => {
      const broken = Buffer.from(bytes.subarray(0, length));
      if (at < length) broken[at] = value;
      expect(['string', 'undefined']).toContain(typeof questionOf(broken));
    }),
    { numRuns: 2_000 },
  );
});

test('what follows from the documents alone is steady', () => {
  expect(isSteady({ find: 'items', filter: { $or: [{ n: { $in: [1, /a/] } }, { name: 'a $$ b' }] } })).toBe(true);
  expect(isSteady({ pipeline: [{ $match: {} }, { $group: { _id: '$n', n: { $sum: 1 } } }] })).toBe(true);
  for (const pipeline of [
    [{ $sample: { size: 1 } }],
    [{ $match: { $expr: { $lt: ['$n', { $rand: {} }] } } }],
    [{ $project: { now: '$$NOW' } }],
    [{ $out: 'others' }],
    [{ $lookup: { from: 'others', as: 'others', pipeline: [] } }],
    [{ $indexStats: {} }],
  ]) {
    expect(isSteady({ aggregate: 'items', pipeline })).toBe(false);
  }
});

test('a question is about each collection that is named in it', () => {
  const inner = [{ $unionWith: 'third' }];
  const pipeline = [{ $match: {} }, { $unionWith: { coll: 'second', pipeline: inner } }];
  expect(collectionsOf('aggregate', { aggregate: 'first', pipeline })).toEqual(['first', 'second', 'third']);
  expect(collectionsOf('count', { count: 'first' })).toEqual(['first']);
});
