import { EJSON } from 'bson';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import {
  answerOf,
  compareResults,
  foreignUris,
  openServer,
  runs,
  seeds,
  useTestedServers,
  type TestedServer,
} from './foreignServers.fixture';
import { otherName, anyStageCase, targetName, type StageCase } from './stageCases';
import { stageRuleFor } from './stageRules.fixture';

const textOf = (value: unknown): string => EJSON.stringify(value, { relaxed: false });
const inOrder = (rows: readonly unknown[]): unknown[] => rows.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));

/** Sorts the items of each array. */
function withoutOrder(value: unknown): unknown {
  if (Array.isArray(value)) return inOrder(value.map(withoutOrder));
  if (!isDeepStrictEqual(Object.getPrototypeOf(value ?? 0), Object.prototype)) return value;
  return Object.fromEntries(Object.entries(value as object).map(([name, field]) => [name, withoutOrder(field)]));
}

async function open(uri: string): Promise<TestedServer<StageCase>> {
  const server = await openServer(uri);
  const { client, db } = server;
  const [items, others, target] = ['items', otherName, targetName].map((name) => db.collection(name));
  const answer = ({ documents, others: rest, pipeline, asks }: StageCase) =>
    answerOf(async () => {
      for (const [collection, rows] of [
        [items, documents],
        [others, rest],
        [target, rest],
      ] as const) {
        await collection?.deleteMany({});
        if (rows.length > 0) await collection?.insertMany(rows.map((row) => ({ ...row })) as never[]);
      }
      const asked = asks === 'collection' ? items : asks === 'database' ? db : client.db('admin');
      const rows = (await asked?.aggregate([...pipeline]).toArray()) ?? [];
      const last = pipeline.at(-1) ?? {};
      const found = '$out' in last || '$merge' in last ? await target?.find().toArray() : rows;
      return textOf(pipeline).includes('"$addToSet"') ? withoutOrder(found) : inOrder(found ?? []);
    });
  return { ...server, answer };
}

/** Each case fills three collections on each server. */
const shareOfRuns = 1 / 8;

const servers = useTestedServers(open);

(foreignUris.length === 0 ? test.skip : test).each(seeds)(
  'pipelines return the same documents as another server, or differ by a known rule: %s seed',
  async (half, seed) => {
    const counts = { same: 0, refused: 0, ruled: 0, unanswered: 0, unreviewed: 0 };
    const comparison = { servers, ruleFor: stageRuleFor, isReviewed: half !== 'fresh' };
    await fc.assert(
      fc.asyncProperty(anyStageCase, async (question) => {
        counts[await compareResults(question, comparison)]++;
      }),
      { numRuns: Math.ceil(runs * shareOfRuns), seed },
    );
    process.stdout.write(`stages, seed ${seed}: ${JSON.stringify(counts)}\n`);
    expect(counts.same).toBeGreaterThan(5 * (counts.ruled + counts.unanswered));
  },
  3_600_000,
);
