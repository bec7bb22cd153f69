import fc from 'fast-check';
import { buildSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import { faultOf } from './answerRules';
import { openFuzzShop, type FuzzShop } from './fuzzShop';
import { fuzzValue } from './fuzzValues';
import { baseCalls, inputFields, type InputField } from './inputFields';
import { misdeedsOf, type Case, type Send } from './judging';
import { restoreState } from './shopState';
import { createWireClient, inParallel, type WireClient } from './wireClient';

const casesPerField = Number(process.env['KIOSK_FUZZ_CASES'] ?? 100);
const fixedSeed = 20_260_801;
const freshSeed = Number(process.env['KIOSK_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const connections = 8;

/** E3 for the fields of one surface, called by a test file each, so that two workers share them. */
export function testFields(surface: InputField['surface']): void {
  // The labels are needed before the shop is open.
  const labels = inputFields(buildSchema(readFileSync('schema.graphql', 'utf8')), () => undefined)
    .filter((field) => field.surface === surface)
    .map(({ label }) => label);

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
    process.stdout.write(
      `fuzz of ${surface}: ${labels.length} fields, ${requests} requests, fresh seed ${freshSeed}\n`,
    );
    client.close();
    await shop.server.stop();
  });

  test('every call succeeds with the sample values', async () => {
    for (const { label, build } of baseCalls(shop.schema, shop.sample, surface)) {
      const answers = await Promise.all(
        [shop.user, shop.admin].map(async ({ email, token }) => client.send(build(email), token)),
      );
      const worked = answers.some(
        ({ status, text, contentType }) =>
          status < 300 &&
          (contentType.startsWith('text/csv') || (JSON.parse(text) as { errors?: unknown }).errors === undefined),
      );
      expect({ label, worked, answers: worked ? [] : answers.map(({ text }) => text) }).toEqual({
        label,
        worked: true,
        answers: [],
      });
      await restoreState(shop.server.db, shop.state);
    }
  });

  describe('E3: no input of any field breaks the server', () => {
    test.each(labels)(
      '%s',
      async (label) => {
        const field = fields.get(label);
        if (!field) throw new Error(`No field ${label}`);
        const faults: string[] = [];
        // Repeated cases are judged again: beside others an input may have met only a conflict with them.
        const send: Send = async (item) => {
          requests += 1;
          const answer = await client.send(item.wire, item.token);
          const fault = faultOf(shop.schema, field, item.wire, answer);
          if (fault !== null) faults.push(describeCase(item, shop, `${fault} in ${answer.text.slice(0, 600)}`));
          return { ...item, answer };
        };
        const results = await inParallel(casesOf(field, shop), connections, send);
        const misdeeds = await misdeedsOf({ shop, send, connections, writes: field.writes, results });
        faults.push(...misdeeds.map(({ result, what }) => describeCase(result, shop, what)));
        expect(faults.slice(0, 5)).toEqual([]);
      },
      60_000 + casesPerField * 600,
    );

    test('every log entry is one line', () => {
      expect(shop.brokenLogLines.slice(0, 3)).toEqual([]);
    });
  });
}

function casesOf(field: InputField, shop: FuzzShop): Case[] {
  const half = Math.ceil(casesPerField / 2);
  const values = [fixedSeed, freshSeed].flatMap((seed) =>
    fc.sample(fuzzValue(field, shop.known), { seed, numRuns: half }),
  );
  return values.map((value, index) => {
    // Anonymous callers are mostly refused before the input is read: one in seven is enough.
    const caller = shop.callers[index % 7 === 0 ? 0 : 1 + (index % 2)] ?? shop.user;
    return { wire: field.build(value, caller.email, index), token: caller.token };
  });
}

function describeCase({ wire, token }: Case, { callers }: FuzzShop, what: string): string {
  const caller = callers.find((each) => each.token === token)?.name;
  return `${what}: as ${caller} ${JSON.stringify(wire).slice(0, 1_500)} (KIOSK_FUZZ_SEED=${freshSeed})`;
}
