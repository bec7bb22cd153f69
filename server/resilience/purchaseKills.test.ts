import { amountOf } from '../testing/amountOf';
import { useKilledPurchases } from '../testing/killPurchases';
import { OutsideProvider, type Omission } from '../testing/outsideProvider';

/**
 * Control experiment: with KIOSK_PURCHASE_OMISSION=key or =cancellation that part is left out, and the test must fail.
 */
const omission = (process.env['KIOSK_PURCHASE_OMISSION'] ?? null) as Omission;
const rounds = Number(process.env['KIOSK_PURCHASE_KILLS'] ?? amountOf({ few: 20, usual: 20, long: 2_000 }));
const provider = new OutsideProvider(25);

const kill = useKilledPurchases({
  patienceMs: 2_000,
  start: async () => ({ name: 'outside', url: await provider.start(), omission }),
  stop: () => provider.stop(),
  payments: () =>
    Promise.resolve(
      provider.payments.map(({ checkout, amountCents, result }) => ({
        ...{ checkout, amountCents },
        isPaid: result === 'AUTHORIZED' || result === 'SUCCEEDED',
      })),
    ),
});

test(
  `C26 C33 ${rounds} kills and pauses of processes and database during purchases keep records consistent`,
  () => kill(rounds),
  120_000 + rounds * 10_000,
);
