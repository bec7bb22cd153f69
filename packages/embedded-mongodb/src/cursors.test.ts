import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Long } from 'bson';
import { Engine } from './engine';
import { find, getMore } from './readCommands';
import { decode, toNumber, type Doc } from './values';
import { insert } from './writeCommands';

const minutes = 60_000;
const realTimers = ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setTimeout'] as const;
let dataDir: string;
let engine: Engine;

beforeEach(async () => {
  // Fake timers for the idle clock and the sweep only; the database itself runs in real time.
  jest.useFakeTimers({ now: 0, doNotFake: [...realTimers] });
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-mongodb-'));
  engine = new Engine(dataDir);
  const documents = Array.from({ length: 10 }, (_unused, index) => ({ _id: index }));
  await insert(engine, request('insert', { insert: 'rows', documents }));
});

afterEach(async () => {
  await engine.close();
  jest.useRealTimers();
  rmSync(dataDir, { recursive: true, force: true });
});

const request = (name: string, body: Doc) => ({ name, database: 'test', body, sequences: new Map() });

async function cursorOf(reply: ReturnType<typeof find>): Promise<{ id: Long; ids: (number | undefined)[] }> {
  const answer = await reply;
  const { cursor } = (answer instanceof Uint8Array ? decode(answer) : answer) as { cursor: Doc };
  const batch = (cursor['firstBatch'] ?? cursor['nextBatch']) as Doc[];
  return { id: cursor['id'] as Long, ids: batch.map(({ _id }) => toNumber(_id)) };
}

const open = () => cursorOf(find(engine, request('find', { find: 'rows', batchSize: 2 })));
const next = (id: Long) =>
  cursorOf(getMore(engine, request('getMore', { getMore: id, collection: 'rows', batchSize: 2 })));

test('closes a cursor after ten idle minutes; each read restarts the time', async () => {
  const [left, read] = [await open(), await open()];
  expect(engine.cursors.size).toBe(2);
  jest.advanceTimersByTime(9 * minutes);
  expect((await next(read.id)).ids).toEqual([2, 3]);
  jest.advanceTimersByTime(2 * minutes);
  expect(engine.cursors.size).toBe(1);
  await expect(next(left.id)).rejects.toMatchObject({ codeName: 'CursorNotFound', code: 43 });
  expect((await next(read.id)).ids).toEqual([4, 5]);
  jest.advanceTimersByTime(11 * minutes);
  expect(engine.cursors.size).toBe(0);
});
