import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIndexes } from './catalogCommands';
import { Engine, type CommandRequest } from './engine';
import { removeExpired } from './ttlMonitor';
import { insert } from './writeCommands';
import type { Doc } from './values';

test('a TTL index removes documents that have expired', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'embedded-mongodb-'));
  const engine = new Engine(dataDir);
  const request = (name: string, body: Doc): CommandRequest => ({
    name,
    database: 'test',
    body: { [name]: 'rows', ...body },
    sequences: new Map(),
  });
  await createIndexes(
    engine,
    request('createIndexes', { indexes: [{ key: { at: 1 }, name: 'at_1', expireAfterSeconds: 10 }] }),
  );
  const documents = [
    { _id: 1, at: new Date(1000) },
    { _id: 2, at: new Date(9000) },
    { _id: 3, at: 'never' },
    { _id: 4 },
  ];
  await insert(engine, request('insert', { documents }));
  expect(await removeExpired(engine, 12_000)).toBe(1);
  expect(await removeExpired(engine, 12_000)).toBe(0);
  expect(await removeExpired(engine, 60_000)).toBe(1);
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});
