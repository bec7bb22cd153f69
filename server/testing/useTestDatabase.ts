import { startTestDatabase, type TestDatabase } from './startTestDatabase';

/** One database for all tests of a file, emptied before each. */
export function useTestDatabase(): Omit<TestDatabase, 'stop'> {
  let started: TestDatabase | undefined;
  beforeAll(async () => {
    started = await startTestDatabase();
  });
  beforeEach(() => database().clear());
  afterAll(() => started?.stop());
  const database = (): TestDatabase => {
    if (!started) throw new Error('The database is there as soon as the tests run.');
    return started;
  };
  return {
    get uri() {
      return database().uri;
    },
    get databaseName() {
      return database().databaseName;
    },
    get db() {
      return database().db;
    },
    get repositories() {
      return database().repositories;
    },
    clear: () => database().clear(),
  };
}
