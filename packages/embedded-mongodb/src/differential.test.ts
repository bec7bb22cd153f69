import { randomInt } from 'node:crypto';
import { EJSON } from 'bson';
import fc from 'fast-check';
import { openDifferentialDatabase, type DifferentialResult, type DifferentialDatabase } from './differentialDatabase';
import { anyDifferentialCase } from './differentialCases';
import { ruleFor } from './differentialRules.fixture';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

/** NAME=URI of another implementation's server; without it the test is skipped. */
const [name = '', ...rest] = (process.env['KIOSK_OTHER_DATABASE'] ?? '').split('=');
/** NAME=URI of a third server, which is queried when the two differ and no rule explains it. */
const [witnessName = '', ...witnessRest] = (process.env['KIOSK_WITNESS_DATABASE'] ?? '').split('=');
const cases = Number(process.env['KIOSK_DIFFERENTIAL_CASES'] ?? 500);
const fixedSeed = 20260301;
/** Fresh random seeds only in the long run, because nobody has reviewed the other server's answers to them. */
const secondSeed = process.env['KIOSK_LONG'] ? randomInt(2 ** 31) : fixedSeed + 1;

let database: TestDatabase;
let own: DifferentialDatabase;
let other: DifferentialDatabase;
let witness: DifferentialDatabase | undefined;
beforeAll(async () => {
  if (name === '') return;
  database = await openTestDatabase();
  own = await openDifferentialDatabase(database.uri);
  other = await openDifferentialDatabase(rest.join('='));
  if (witnessName !== '') witness = await openDifferentialDatabase(witnessRest.join('='));
}, 120_000);
afterAll(async () => {
  if (name === '') return;
  await own.close();
  await other.close();
  await witness?.close();
  await database.close();
});

const isSame = (one: DifferentialResult, two: DifferentialResult) =>
  one.error === two.error && one.documents === two.documents;

(name === '' ? test.skip : test).each([
  ['fixed', fixedSeed],
  [process.env['KIOSK_LONG'] ? 'fresh' : 'second fixed', secondSeed],
])(
  'queries and updates give the same results as another server, or differ by a known rule: %s seed',
  async (half, seed) => {
    const ruled = new Map<string, number>();
    const outvoted: string[] = [];
    process.stdout.write(`${name}: ${Math.ceil(cases / 2)} random cases, seed ${seed}\n`);
    await fc.assert(
      fc.asyncProperty(anyDifferentialCase, async (testCase) => {
        const [ours, theirs] = [await own.answer(testCase), await other.answer(testCase)];
        if (isSame(ours, theirs)) return;
        const rule = ruleFor(name, testCase, ours, theirs);
        if (rule !== null) {
          ruled.set(rule, (ruled.get(rule) ?? 0) + 1);
          return;
        }
        const words = [EJSON.stringify(testCase), 'ours  ', JSON.stringify(ours), 'theirs', JSON.stringify(theirs)];
        if (half === 'fixed' || !witness || !isSame(ours, await witness.answer(testCase)))
          throw new Error(words.join('\n'));
        outvoted.push(words.join(' '));
      }),
      { numRuns: Math.ceil(cases / 2), seed },
    );
    for (const [rule, count] of ruled) process.stdout.write(`  ${count} by rule: ${rule}\n`);
    const isOutvoted = `of ${name} outvoted by the embedded database and ${witnessName}, seed ${seed}`;
    if (outvoted.length > 0) process.stderr.write(`OUTVOTED: ${outvoted.length} answers ${isOutvoted}\n`);
    for (const words of outvoted) process.stderr.write(`OUTVOTED: ${words}\n`);
  },
  3_600_000,
);
