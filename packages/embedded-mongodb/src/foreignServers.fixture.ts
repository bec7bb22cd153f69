import { randomInt } from 'node:crypto';
import { EJSON } from 'bson';
import { MongoClient, MongoServerError, type Db } from 'mongodb';
import { refusedMarker, unsupportedMarker, type RunCase, type OtherResult } from './foreignAnswers.fixture';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

/** NAME=URI of other implementations' servers; without one there is nothing to compare with. */
const settings = [process.env['KIOSK_OTHER_DATABASE'], process.env['KIOSK_WITNESS_DATABASE']];
export const foreignUris = settings
  .filter((setting) => setting !== undefined)
  // DocumentDB comes last, because some expressions crash its process: it is queried only where the others differ.
  .sort((one, two) => Number(one.startsWith('DocumentDB')) - Number(two.startsWith('DocumentDB')))
  .map((setting) => setting.split('=').slice(1).join('='));

const fixedSeed = 20261126;

/** The number of questions, and the seeds of the two halves. */
export const runs = Number(process.env['KIOSK_DIFFERENTIAL_CASES'] ?? 500);
/** Fresh random seeds only in the long run, because nobody has reviewed the other servers' answers to them. */
export const seeds: readonly (readonly [string, number])[] = [
  ['fixed', fixedSeed],
  process.env['KIOSK_LONG'] ? ['fresh', randomInt(2 ** 31)] : ['second fixed', fixedSeed + 1],
];

/** Internal errors and errors for unsupported operators, stages or accumulators do not count as an answer. */
function isUnsupported(error: MongoServerError): boolean {
  // This client leaves numbers in their BSON types.
  const code = Number(error.code);
  return [1, 115, 168, 238, 15952, 40324].includes(code) || code > 100_000_000;
}

/** The answer as EJSON, or a marker for the error. */
export async function answerOf(work: () => Promise<unknown>): Promise<string> {
  try {
    return EJSON.stringify(await work(), { relaxed: false });
  } catch (error) {
    if (error instanceof MongoServerError) return isUnsupported(error) ? unsupportedMarker : refusedMarker;
    throw error;
  }
}

export interface OpenServer {
  readonly client: MongoClient;
  readonly db: Db;
  readonly close: () => Promise<void>;
}

/** Opens a new database, which `close` drops. */
export async function openServer(uri: string): Promise<OpenServer> {
  const client = await new MongoClient(uri, { promoteValues: false }).connect();
  const db = client.db(`kiosk_test_questions_${randomInt(2 ** 40)}`);
  return {
    client,
    db,
    async close() {
      await db.dropDatabase();
      await client.close();
    },
  };
}

export interface TestedServer<Question> extends OpenServer {
  readonly answer: RunCase<Question>;
}

/** Opens the embedded database and the other servers for the tests of a file. */
export function useTestedServers<Question>(open: (uri: string) => Promise<TestedServer<Question>>) {
  let database: TestDatabase;
  let own: TestedServer<Question>;
  let others: TestedServer<Question>[];
  beforeAll(async () => {
    if (foreignUris.length === 0) return;
    database = await openTestDatabase();
    own = await open(database.uri);
    others = await Promise.all(foreignUris.map(open));
  }, 120_000);
  afterAll(async () => {
    if (foreignUris.length === 0) return;
    await Promise.all([own, ...others].map((each) => each.close()));
    await database.close();
  });
  return { own: () => own, others: () => others };
}

type RuleFor<Question> = (
  question: Question,
  ours: string,
  theirs: readonly OtherResult<Question>[],
  runOwn: RunCase<Question>,
) => Promise<string | undefined>;

interface Comparison<Question> {
  readonly servers: ReturnType<typeof useTestedServers<Question>>;
  readonly ruleFor: RuleFor<Question>;
  /** Whether somebody has looked at the differences of the seed. */
  readonly isReviewed: boolean;
}

/**
 * Compares the answers to a question; rejects if they differ and no rule explains it. With a seed that is not reviewed
 * two other servers must agree for that: one answer against another shows a difference, not whose it is.
 */
export async function compareResults<Question>(
  question: Question,
  { servers: { own, others }, ruleFor, isReviewed }: Comparison<Question>,
): Promise<'same' | 'refused' | 'ruled' | 'unanswered' | 'unreviewed'> {
  const runOwn = own().answer;
  const ours = await runOwn(question);
  // The embedded database may refuse what another server evaluates, but its results must be right.
  if (ours === refusedMarker || ours === unsupportedMarker) return 'refused';
  const theirs: OtherResult<Question>[] = [];
  for (const { answer: run } of others()) {
    const answer = await run(question);
    if (answer === ours) return 'same';
    if (answer !== unsupportedMarker) theirs.push({ answer, run });
  }
  if (theirs.length === 0) return 'unanswered';
  if ((await ruleFor(question, ours, theirs, runOwn)) !== undefined) return 'ruled';
  const differing = theirs.map(({ answer }) => answer);
  const words = [EJSON.stringify(question, { relaxed: false }), `ours   ${ours}`, ...differing];
  const [answer, ...more] = differing.filter((each) => each !== refusedMarker);
  if (isReviewed || more.includes(answer ?? '')) throw new Error(words.join('\n'));
  process.stderr.write(`UNREVIEWED: ${words.join(' ')}\n`);
  return 'unreviewed';
}
