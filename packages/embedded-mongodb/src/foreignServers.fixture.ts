import { randomInt } from 'node:crypto';
import { EJSON } from 'bson';
import { MongoClient, MongoServerError, type Db } from 'mongodb';
import { refusedMarker, unableMarker, type AskQuestion, type OtherAnswer } from './foreignAnswers.fixture';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

/** NAME=URI of servers that others wrote; without one there is nothing to compare with. */
const settings = [process.env['KIOSK_OTHER_DATABASE'], process.env['KIOSK_WITNESS_DATABASE']];
export const foreignUris = settings
  .filter((setting) => setting !== undefined)
  // DocumentDB is asked where the other one differs: some expressions end its process.
  .sort((one, two) => Number(one.startsWith('DocumentDB')) - Number(two.startsWith('DocumentDB')))
  .map((setting) => setting.split('=').slice(1).join('='));

const fixedSeed = 20261126;

/** How many questions, and the seeds of their halves. */
export const runs = Number(process.env['KIOSK_DIFFERENTIAL_CASES'] ?? 500);
/** What another server answers to questions that nobody has looked at is for the full run. */
export const seeds: readonly (readonly [string, number])[] = [
  ['fixed', fixedSeed],
  process.env['KIOSK_LONG'] ? ['fresh', randomInt(2 ** 31)] : ['second fixed', fixedSeed + 1],
];

/** An error within, or an operator, a stage or an accumulator that the server says it does not have: no word about the answer. */
function isUnable(error: MongoServerError): boolean {
  // The client of these tests leaves numbers in their BSON types.
  const code = Number(error.code);
  return [1, 115, 168, 238, 15952, 40324].includes(code) || code > 100_000_000;
}

/** The answer as EJSON, or what an error says. */
export async function answerOf(work: () => Promise<unknown>): Promise<string> {
  try {
    return EJSON.stringify(await work(), { relaxed: false });
  } catch (error) {
    if (error instanceof MongoServerError) return isUnable(error) ? unableMarker : refusedMarker;
    throw error;
  }
}

export interface OpenServer {
  readonly client: MongoClient;
  readonly db: Db;
  readonly close: () => Promise<void>;
}

/** With a database of its own, which goes with it. */
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

export interface AskedServer<Question> extends OpenServer {
  readonly answer: AskQuestion<Question>;
}

/** The embedded database and the servers that others wrote, while the tests of a file run. */
export function useAskedServers<Question>(open: (uri: string) => Promise<AskedServer<Question>>) {
  let database: TestDatabase;
  let own: AskedServer<Question>;
  let others: AskedServer<Question>[];
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
  theirs: readonly OtherAnswer<Question>[],
  askOwn: AskQuestion<Question>,
) => Promise<string | undefined>;

/** What has become of a question; it rejects where the answers differ and no rule says why. */
export async function compareAnswers<Question>(
  question: Question,
  { own, others }: ReturnType<typeof useAskedServers<Question>>,
  ruleFor: RuleFor<Question>,
): Promise<'same' | 'refused' | 'ruled' | 'unanswered'> {
  const askOwn = own().answer;
  const ours = await askOwn(question);
  // To refuse what another server evaluates is allowed; to be wrong is not.
  if (ours === refusedMarker || ours === unableMarker) return 'refused';
  const theirs: OtherAnswer<Question>[] = [];
  for (const { answer: ask } of others()) {
    const answer = await ask(question);
    if (answer === ours) return 'same';
    if (answer !== unableMarker) theirs.push({ answer, ask });
  }
  if (theirs.length === 0) return 'unanswered';
  if ((await ruleFor(question, ours, theirs, askOwn)) !== undefined) return 'ruled';
  const differing = theirs.map(({ answer }) => answer);
  throw new Error([EJSON.stringify(question, { relaxed: false }), `ours   ${ours}`, ...differing].join('\n'));
}
