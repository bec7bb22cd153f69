import fc from 'fast-check';
import { buildSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import { faultOf } from './answerRules';
import { openFuzzShop, type FuzzShop } from './fuzzShop';
import { fuzzValue } from './fuzzValues';
import { baseCalls, inputFields, type InputField } from './inputFields';
import { changers, isSlow, type Case, type Send } from './judging';
import { restoreState } from './shopState';
import { createWireClient, inParallel, type WireClient } from './wireClient';

const casesPerField = Number(process.env['KIOSK_FUZZ_CASES'] ?? 100);
const fixedSeed = 20_260_801;
const freshSeed = Number(process.env['KIOSK_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const connections = 8;

interface FuzzCase extends Case {
  readonly caller: string;
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

const send: Send = async (item) => {
  requests += 1;
  return { ...item, answer: await client.send(item.wire, item.token) };
};

function casesOf(field: InputField): FuzzCase[] {
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

function describeCase({ wire, caller }: FuzzCase, what: string): string {
  return `${what}: as ${caller} ${JSON.stringify(wire).slice(0, 1_500)} (KIOSK_FUZZ_SEED=${freshSeed})`;
}

test('every operation and every row works with the samples, so that only the fuzzed field is at fault', async () => {
  for (const surface of ['graphql', 'rest'] as const) {
    for (const { label, build } of baseCalls(shop.schema, shop.sample, surface)) {
      const answers = await Promise.all(
        [shop.user, shop.admin].map(async ({ email, token }) => client.send(build(email), token)),
      );
      const worked = answers.some(
        ({ status, text }) => status < 300 && (JSON.parse(text) as { errors?: unknown }).errors === undefined,
      );
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
      for (const result of results) if (await isSlow(send, result)) faults.push(describeCase(result, 'slow'));
      const changed = await changers({ shop, send, connections, writes: field.writes, results });
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
