/** A test that fails on a database for a feature that it lacks and the shop does not need; at most ten per database. */
interface ExpectedFailure {
  readonly database: string;
  /** The full name of the test. */
  readonly test: string;
  readonly reason: string;
}

export const expectedFailures: readonly ExpectedFailure[] = [
  {
    database: 'DocumentDB',
    test: 'M42, B29: repeated and concurrent requests with one key store one message; another message under the key is 422',
    reason:
      "inserts of one key at the same moment end in PostgreSQL's deadlock detection; the shop answers 503, to come again",
  },
];
