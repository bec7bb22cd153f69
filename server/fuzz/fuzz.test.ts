import fc from 'fast-check';
import { buildSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import { faultOf } from './answerRules';
import { openFuzzShop, type FuzzShop } from './fuzzShop';
import { fuzzValue } from './fuzzValues';
import { baseCalls, inputFields, type InputField, type Wire } from './inputFields';
import { readState, restoreState } from './shopState';
import { createWireClient, inParallel, type WireAnswer, type WireClient } from './wireClient';

const casesPerField = Number(process.env['KIOSK_FUZZ_CASES'] ?? 100);
const fixedSeed = 20_260_801;
const freshSeed = Number(process.env['KIOSK_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const longestAnswer = 1_000;
const connections = 8;

interface Case {
  readonly wire: Wire;
  readonly token: string | undefined;
  readonly caller: string;
}
interface Result extends Case {
  readonly answer: WireAnswer;
}

// Only the names of the fields are needed before the shop is open.
const fieldNames = inputFields(buildSchema(readFileSync('schema.graphql', 'utf8')), () => undefined).map(
  ({ label }) => label,
);

let shop: FuzzShop;
let client: WireClient;
let fields: Map<string, InputField>;
let requests = 0;

beforeAll(async () => {
  shop = await openFuzzShop();
  client = createWireClient(shop.server.port, connections);
  fields = new Map(inputFields(shop.schema, shop.sample).map((field) => [field.label, field]));
});
afterAll(async () => {
  process.stdout.write(`fuzz: ${fieldNames.length} fields, ${requests} requests, fresh seed ${freshSeed}\n`);
  client.close();
  await shop.server.stop();
});

async function send(item: Case): Promise<Result> {
  requests += 1;
  return { ...item, answer: await client.send(item.wire, item.token) };
}

function casesOf(field: InputField): Case[] {
  const half = Math.ceil(casesPerField / 2);
  const values = [fixedSeed, freshSeed].flatMap((seed) =>
    fc.sample(fuzzValue(field, shop.known), { seed, numRuns: half }),
  );
  return values.map((value, index) => {
    // Nobody is refused before anything is read, mostly: one in seven is enough.
    const caller = shop.callers[index % 7 === 0 ? 0 : 1 + (index % 2)] ?? shop.user;
    return { wire: field.build(value, caller.email, index), token: caller.token, caller: caller.name };
  });
}

function describeCase({ wire, caller }: Case, what: string): string {
  return `${what}: as ${caller} ${JSON.stringify(wire).slice(0, 1_500)} (KIOSK_FUZZ_SEED=${freshSeed})`;
}

/** The machine may be busy with something else: only what is slow again and again is slow. */
async function isSlow(result: Result): Promise<boolean> {
  if (result.answer.milliseconds <= longestAnswer) return false;
  const times: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) times.push((await send(result)).answer.milliseconds);
  return (times.sort((a, b) => a - b)[2] ?? 0) > longestAnswer;
}

const isRefusal = ({ answer }: Result) => answer.status >= 400;

/** Reads and refusals leave the shop as it is. What some other case has changed is put back first, then they go alone. */
async function changers(field: InputField, results: readonly Result[]): Promise<Result[]> {
  const { db } = shop.server;
  if ((await readState(db)).hash === shop.state.hash) return [];
  let suspects = results.filter((result) => !field.writes || isRefusal(result));
  for (let round = 0; round < 4; round += 1) {
    await restoreState(db, shop.state);
    const again = await inParallel(suspects, connections, send);
    if ((await readState(db)).hash === shop.state.hash) return [];
    // A conflict with an accepted case is gone now, so that it may be accepted itself.
    suspects = again.filter((result) => !field.writes || isRefusal(result));
  }
  const found: Result[] = [];
  for (const suspect of suspects) {
    await restoreState(db, shop.state);
    const result = await send(suspect);
    if ((!field.writes || isRefusal(result)) && (await readState(db)).hash !== shop.state.hash) found.push(result);
  }
  await restoreState(db, shop.state);
  return found;
}

test('every operation and every row works with the samples, so that only the fuzzed field is at fault', async () => {
  for (const surface of ['graphql', 'rest'] as const) {
    for (const { label, build } of baseCalls(shop.schema, shop.sample, surface)) {
      const answers = await Promise.all(
        [shop.user, shop.admin].map(async ({ email, token }) => client.send(build(email), token)),
      );
      const worked = answers.some(({ status, text }) => status < 300 && !text.includes('"errors"'));
      expect({ label, worked, answers: worked ? [] : answers.map(({ text }) => text) }).toEqual({
        label,
        worked: true,
        answers: [],
      });
      await restoreState(shop.server.db, shop.state);
    }
  }
});

describe('E3: no input of any field breaks the server', () => {
  test.each(fieldNames)(
    '%s',
    async (label) => {
      const field = fields.get(label);
      if (!field) throw new Error(`No field ${label}`);
      const results = await inParallel(casesOf(field), connections, send);
      const faults = results.flatMap((result) => {
        const fault = faultOf(shop.schema, field, result.wire, result.answer);
        return fault === null ? [] : [describeCase(result, `${fault} in ${result.answer.text.slice(0, 600)}`)];
      });
      for (const result of results) if (await isSlow(result)) faults.push(describeCase(result, 'slow'));
      const changed = await changers(field, results);
      faults.push(...changed.map((result) => describeCase(result, `${result.answer.status} changed the shop`)));
      await restoreState(shop.server.db, shop.state);
      expect(faults.slice(0, 5)).toEqual([]);
    },
    60_000 + casesPerField * 600,
  );

  test('every log line stayed one line', () => {
    expect(shop.brokenLogLines.slice(0, 3)).toEqual([]);
  });
});
