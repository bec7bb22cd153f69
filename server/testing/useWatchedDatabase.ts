import { catalogueSampleOf } from '../products/catalogueSample';
import { startTestDatabase, type TestDatabase } from './startTestDatabase';
import { watchDatabase, type Watch } from './watchDatabase';

interface WatchedDatabase {
  readonly database: TestDatabase;
  readonly watch: Watch;
}

/**
 * One database for all tests of a file, filled once, and a connection whose commands are recorded. What the first search of a
 * process reads besides, the sample of the catalogue, has been read.
 */
export function useWatchedDatabase(
  fill: (database: TestDatabase) => Promise<void>,
  timeoutMs: number,
): WatchedDatabase {
  const started: { -readonly [Part in keyof WatchedDatabase]?: WatchedDatabase[Part] } = {};
  beforeAll(async () => {
    started.database = await startTestDatabase();
    await fill(started.database);
    started.watch = watchDatabase(started.database);
    await catalogueSampleOf(started.watch.repositories.products);
  }, timeoutMs);
  afterAll(async () => {
    await started.watch?.stop();
    await started.database?.stop();
  });
  return started as WatchedDatabase;
}
