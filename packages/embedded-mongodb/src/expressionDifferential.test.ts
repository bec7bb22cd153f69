import { randomInt } from 'node:crypto';
import { EJSON } from 'bson';
import fc from 'fast-check';
import { MongoClient, MongoServerError } from 'mongodb';
import { expressionQuestion } from './expressionCases';
import { expressionRuleFor, refusedMarker, unableMarker, type Ask } from './expressionRules.fixture';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

/** NAME=URI of servers that others wrote; without one there is nothing to compare with. */
const settings = [process.env['KIOSK_OTHER_DATABASE'], process.env['KIOSK_WITNESS_DATABASE']];
const others = settings
  .filter((setting) => setting !== undefined)
  // DocumentDB is asked where the other one differs: some expressions end its process.
  .sort((one, two) => Number(one.startsWith('DocumentDB')) - Number(two.startsWith('DocumentDB')))
  .map((setting) => setting.split('=').slice(1).join('='));
const cases = Number(process.env['KIOSK_DIFFERENTIAL_CASES'] ?? 500);
const fixedSeed = 20261126;

/** An error within, or an operator that the server says it does not have: no word about the answer. */
function isUnable(error: MongoServerError): boolean {
  // The client of these tests leaves numbers in their BSON types.
  const code = Number(error.code);
  return code === 1 || code === 115 || code > 100_000_000;
}

interface Asked {
  readonly answer: Ask;
  readonly close: () => Promise<void>;
}

async function open(uri: string): Promise<Asked> {
  const client = await new MongoClient(uri, { promoteValues: false }).connect();
  const items = client.db(`kiosk_test_expressions_${randomInt(2 ** 40)}`).collection('items');
  return {
    async answer({ document, expression }) {
      try {
        await items.replaceOne({ _id: 1 as never }, document, { upsert: true });
        const [row] = await items.aggregate([{ $replaceWith: { value: expression } }]).toArray();
        return EJSON.stringify(row, { relaxed: false });
      } catch (error) {
        if (error instanceof MongoServerError) return isUnable(error) ? unableMarker : refusedMarker;
        throw error;
      }
    },
    async close() {
      await client.db(items.dbName).dropDatabase();
      await client.close();
    },
  };
}

let database: TestDatabase;
let own: Asked;
let asked: Asked[];
beforeAll(async () => {
  if (others.length === 0) return;
  database = await openTestDatabase();
  own = await open(database.uri);
  asked = await Promise.all(others.map(open));
}, 120_000);
afterAll(async () => {
  if (others.length === 0) return;
  await Promise.all([own, ...asked].map((each) => each.close()));
  await database.close();
});

(others.length === 0 ? test.skip : test).each([
  ['fixed', fixedSeed],
  ['fresh', randomInt(2 ** 31)],
])(
  'a value that an expression has is the value on another server, or differs by a rule: %s seed',
  async (_half, seed) => {
    const counts = { same: 0, refused: 0, ruled: 0, unanswered: 0 };
    await fc.assert(
      fc.asyncProperty(expressionQuestion, async (question) => {
        const ours = await own.answer(question);
        // To refuse what another server evaluates is allowed; to be wrong is not.
        if (ours === refusedMarker) return void counts.refused++;
        const theirs: { answer: string; ask: Ask }[] = [];
        for (const each of asked) {
          const answer = await each.answer(question);
          if (answer === ours) return void counts.same++;
          if (answer !== unableMarker) theirs.push({ answer, ask: each.answer });
        }
        if (theirs.length === 0) return void counts.unanswered++;
        const rule = await expressionRuleFor(question, ours, theirs, own.answer);
        const differing = theirs.map(({ answer }) => answer);
        if (rule === undefined) throw new Error([EJSON.stringify(question), `ours   ${ours}`, ...differing].join('\n'));
        counts.ruled++;
      }),
      { numRuns: Math.ceil(cases / 2), seed },
    );
    process.stdout.write(`expressions, seed ${seed}: ${JSON.stringify(counts)}\n`);
    expect(counts.same).toBeGreaterThan(10 * (counts.ruled + counts.unanswered));
  },
  3_600_000,
);
