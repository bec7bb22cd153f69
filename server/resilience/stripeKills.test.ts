import { amountOf } from '../testing/amountOf';
import { useKilledPurchases } from '../testing/killPurchases';
import { paymentsAtStripe } from '../testing/stripe/playStripe';
import { withStripeFakes } from '../testing/stripe/programs';
import { startStripeFakes, type StripeFakes } from '../testing/stripe/startStripeFakes';

const rounds = Number(process.env['KIOSK_STRIPE_KILLS'] ?? amountOf({ few: 8, usual: 12, long: 300 }));
const fakes = withStripeFakes(
  'whether money, pieces and orders agree with Stripe when processes and the database are killed',
);

fakes.describe('with Stripe', () => {
  let there: StripeFakes;
  let calls = 0;

  const kill = useKilledPurchases({
    patienceMs: 10_000,
    async start() {
      there = await startStripeFakes({ foundAfterMs: () => (Math.random() < 0.3 ? 400 : 0) });
      there.proxy.faults.byChance = (request) => {
        calls += 1;
        if (calls % 25 > 0) return null;
        // Stripe's package retries once by itself.
        there.proxy.faults.plan(new RegExp(`^${request}$`), { kind: 'lostAnswer' });
        return { kind: 'lostAnswer' };
      };
      return { name: 'stripe', settings: there.settings };
    },
    stop: () => there.stop(),
    async payments() {
      return (await paymentsAtStripe(there.account)).map(({ checkout, amountCents, status }) => ({
        ...{ checkout, amountCents },
        isPaid: status === 'authorized' || status === 'captured',
      }));
    },
  });

  test(
    `C26 C33 C58 ${rounds} kills and lost answers during Stripe purchases keep records consistent`,
    async () => {
      await kill(rounds);
      expect(there.proxy.refusals).toEqual([]);
    },
    120_000 + rounds * 10_000,
  );
});
