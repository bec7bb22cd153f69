import { randomInt } from 'node:crypto';
import { EJSON } from 'bson';
import fc from 'fast-check';
import { openAskedDatabase, type AskedDatabase } from './askDatabase';
import { question } from './differentialCases';
import { ruleFor } from './differentialRules.fixture';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

/** NAME=URI of a server that others wrote; without one there is nothing to compare with. */
const [name = '', ...rest] = (process.env['KIOSK_OTHER_DATABASE'] ?? '').split('=');
const cases = Number(process.env['KIOSK_DIFFERENTIAL_CASES'] ?? 500);
const fixedSeed = 20260301;

let database: TestDatabase;
let own: AskedDatabase;
let other: AskedDatabase;
beforeAll(async () => {
  if (name === '') return;
  database = await openTestDatabase();
  own = await openAskedDatabase(database.uri);
  other = await openAskedDatabase(rest.join('='));
}, 120_000);
afterAll(async () => {
  if (name === '') return;
  await own.close();
  await other.close();
  await database.close();
});

(name === '' ? test.skip : test).each([
  ['fixed', fixedSeed],
  ['fresh', randomInt(2 ** 31)],
])(
  'every answer is that of another server, or differs by a rule: %s seed',
  async (_, seed) => {
    const ruled = new Map<string, number>();
    process.stdout.write(`${name}: ${Math.ceil(cases / 2)} random cases, seed ${seed}\n`);
    await fc.assert(
      fc.asyncProperty(question, async (asked) => {
        const [ours, theirs] = [await own.answer(asked), await other.answer(asked)];
        if (ours.error === theirs.error && ours.documents === theirs.documents) return;
        const rule = ruleFor(name, asked, ours, theirs);
        if (rule === null)
          throw new Error(
            `${EJSON.stringify(asked)}\nours   ${JSON.stringify(ours)}\ntheirs ${JSON.stringify(theirs)}`,
          );
        ruled.set(rule, (ruled.get(rule) ?? 0) + 1);
      }),
      { numRuns: Math.ceil(cases / 2), seed },
    );
    for (const [rule, count] of ruled) process.stdout.write(`  ${count} by rule: ${rule}\n`);
  },
  3_600_000,
);
