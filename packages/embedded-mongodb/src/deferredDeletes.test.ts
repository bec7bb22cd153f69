import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engine } from './engine';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-mongodb-'));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const key = (group: number, n: number): Buffer => Buffer.from([0, 0, 0, group, n >> 8, n & 0xff]);

function counts({ store }: Engine): number[] {
  return [1, 2, 3].map((group) => store.entries.getKeysCount({ start: key(group, 0), end: key(group + 1, 0) }));
}

test('deletes a prefix in small steps, leaves other entries, and resumes after a restart', async () => {
  const first = new Engine(dataDir);
  await first.write(() => {
    for (const group of [1, 2, 3]) {
      for (let n = 0; n < 12_000; n++) first.store.entries.putSync(key(group, n), Buffer.from('x'));
    }
  });
  await first.define(() => first.deferredDeletes.add('entries', Buffer.from([0, 0, 0, 2])));
  await first.write(() => undefined);
  expect(first.deferredDeletes.isEmpty).toBe(false);
  const [before, half = 0, after] = counts(first);
  expect([before, after]).toEqual([12_000, 12_000]);
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(12_000);
  await first.close();

  const second = new Engine(dataDir);
  while (!second.deferredDeletes.isEmpty) await second.write(() => undefined);
  expect(counts(second)).toEqual([12_000, 0, 12_000]);
  await second.close();
});
