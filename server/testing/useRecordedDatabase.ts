import { catalogueSampleOf } from '../products/catalogueSample';
import { startTestDatabase, type TestDatabase } from './startTestDatabase';
import { recordCommands, type Watch } from './recordCommands';

interface RecordedDatabase {
  readonly database: TestDatabase;
  readonly watch: Watch;
}

/**
 * One database for all tests of a file, filled once, with a connection whose commands are recorded. The catalogue
 * sample that the first search of a process reads has been read.
 */
export function useRecordedDatabase(
  fill: (database: TestDatabase) => Promise<void>,
  timeoutMs: number,
): RecordedDatabase {
  const started: { -readonly [Part in keyof RecordedDatabase]?: RecordedDatabase[Part] } = {};
  beforeAll(async () => {
    started.database = await startTestDatabase();
    await fill(started.database);
    started.watch = recordCommands(started.database);
    await catalogueSampleOf(started.watch.repositories.products);
  }, timeoutMs);
  afterAll(async () => {
    await started.watch?.stop();
    await started.database?.stop();
  });
  return started as RecordedDatabase;
}
