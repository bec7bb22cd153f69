import fc from 'fast-check';
import { anyExpressionCase, type ExpressionCase } from './expressionCases';
import { expressionRuleFor } from './expressionRules.fixture';
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

async function open(uri: string): Promise<TestedServer<ExpressionCase>> {
  const server = await openServer(uri);
  const items = server.db.collection('items');
  const answer = ({ document, expression }: ExpressionCase) =>
    answerOf(async () => {
      await items.replaceOne({ _id: 1 as never }, document, { upsert: true });
      const [row] = await items.aggregate([{ $replaceWith: { value: expression } }]).toArray();
      return row;
    });
  return { ...server, answer };
}

const servers = useTestedServers(open);

(foreignUris.length === 0 ? test.skip : test).each(seeds)(
  'expressions evaluate to the same values as on another server, or differ by a known rule: %s seed',
  async (half, seed) => {
    const counts = { same: 0, refused: 0, ruled: 0, unanswered: 0, unreviewed: 0 };
    const comparison = { servers, ruleFor: expressionRuleFor, isReviewed: half !== 'fresh' };
    await fc.assert(
      fc.asyncProperty(anyExpressionCase, async (question) => {
        counts[await compareResults(question, comparison)]++;
      }),
      { numRuns: Math.ceil(runs / 2), seed },
    );
    process.stdout.write(`expressions, seed ${seed}: ${JSON.stringify(counts)}\n`);
    expect(counts.same).toBeGreaterThan(10 * (counts.ruled + counts.unanswered));
  },
  3_600_000,
);
