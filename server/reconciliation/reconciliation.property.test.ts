import fc from 'fast-check';
import { handlePaymentNotice } from '../checkout/handlePaymentNotice';
import { KioskError } from '../errors';
import { netCents } from '../orders/ledger';
import type { OrderDocument } from '../orders/orderDocument';
import { cancelShopOrder } from '../shopOrders/cancelShopOrder';
import { refundOrder } from '../shopOrders/refundOrder';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import type { TestPaymentDocument } from '../payments/testPayments.repository';
import { reconcileDay } from './reconcileDay';
import { fixDifference } from './fixDifference';
import { dayAt } from './reconciledDay';
import { salesReport } from '../reports/salesReport';

const database = useTestDatabase();
const numRuns = Math.ceil(Number(process.env['KIOSK_PROPERTY_CASES'] ?? 500) / 40);

const event = fc.oneof(
  fc.record({ kind: fc.constantFrom('refund', 'foreign', 'lostForeign'), cents: fc.integer({ min: 1, max: 1_500 }) }),
  fc.record({ kind: fc.constantFrom('cancel', 'dispute'), cents: fc.constant(100) }),
);
const purchase = fc.record({ pieces: fc.integer({ min: 1, max: 3 }), events: fc.array(event, { maxLength: 3 }) });
const loss = fc.record({
  side: fc.constantFrom('none', 'provider', 'order'),
  what: fc.constantFrom('refund', 'capture'),
  of: fc.nat(20),
});

/** Ignores a refusal by the provider or the shop. */
async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof KioskError) || error.status >= 500) throw error;
  });
}

async function happen(scene: ShopScene, number: string, { kind, cents }: { kind: string; cents: number }, id: string) {
  const { payment } = await scene.order(number);
  const { bank } = scene.shop;
  const state = await bank.findState(payment.id);
  const left = (state?.capturedCents ?? 0) - (state?.refundedCents ?? 0);
  const notify = () => handlePaymentNotice(scene.shop.deps('notices'), payment.id);
  if (kind === 'refund') await unlessRefused(refundOrder(await scene.admin(), { number, amount: cents }));
  if (kind === 'cancel') await unlessRefused(cancelShopOrder(await scene.admin(), { number }));
  if (kind === 'dispute') await bank.dispute(payment.id, { id, amountCents: cents, reason: 'general', status: 'OPEN' });
  if (kind.endsWith('oreign') && left >= cents) await bank.refundInDashboard(payment.id, { id, amountCents: cents });
  if (kind !== 'lostForeign') await notify();
}

const orders = () => database.db.collection<OrderDocument>('orders');
const ledger = () => database.db.collection<TestPaymentDocument>('testPayments');

const untaken = ({ capturedAt: _, ...payment }: OrderDocument['payment']) => payment;

/** Removes one refund, or one charge without refunds, from one side; false if there is none. */
async function lose({ side, what, of }: { side: string; what: string; of: number }): Promise<boolean> {
  const all = await orders()
    .find({}, { sort: { _id: 1 } })
    .toArray();
  const refunded = all.filter(({ refunds = [] }) => refunds.length > 0);
  const whole = all.filter(({ refunds = [], payment }) => refunds.length === 0 && payment.status === 'paid');
  const from = what === 'refund' ? refunded : whole;
  const order = from[of % Math.max(1, from.length)];
  if (!order || side === 'none') return false;
  const { payment, refunds = [] } = order;
  const [first, ...others] = refunds;
  if (side === 'provider') {
    const kept = (await ledger().findOne({ _id: payment.id }))?.refunds.filter(
      ({ id }) => id !== (first?.foreignId ?? first?.id),
    );
    const change =
      what === 'refund'
        ? { $set: { refunds: kept ?? [] } }
        : { $set: { capturedCents: 0, status: 'cancelled' as const }, $unset: { capturedAt: '' as const } };
    await ledger().updateOne({ _id: payment.id }, change);
  } else if (what === 'refund') {
    const refundedCents = others.reduce((sum, { amountCents }) => sum + amountCents, 0);
    await orders().updateOne(
      { _id: order._id },
      { $set: { refunds: others, payment: { ...payment, refundedCents, status: 'partiallyRefunded' } } },
    );
  } else {
    await orders().updateOne(
      { _id: order._id },
      { $set: { payment: { ...untaken(payment), capturedCents: 0, status: 'failed' } } },
    );
  }
  return true;
}

test('C60 C61 finds a loss on one side of random histories as the only difference, and fixes it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(purchase, { minLength: 1, maxLength: 3 }), loss, async (purchases, lost) => {
      await database.clear();
      const scene = new ShopScene(database);
      const numbers: string[] = [];
      for (const { pieces } of purchases) numbers.push(await scene.place([pieces]));
      scene.shop.wait(11 * 60_000);
      await scene.capture();
      for (const [index, { events }] of purchases.entries())
        for (const [place, each] of events.entries())
          await happen(scene, numbers[index] ?? '', each, `re_${index}_${place}`);
      const day = dayAt(scene.shop.now());
      const check = () => reconcileDay(scene.reconcileDeps(), day);
      const fixAll = async () => {
        for (const { id } of (await check()).differences) await fixDifference(await scene.admin(), { id });
      };
      // Refunds at the provider whose notice was lost.
      for (const { kind } of (await check()).differences) expect(kind).toBe('REFUND_WITHOUT_ORDER');
      await fixAll();
      expect(await check()).toMatchObject({ differences: [] });
      const isLost = await lose(lost);
      expect((await check()).differences).toHaveLength(isLost ? 1 : 0);
      await fixAll();
      const verdict = await check();
      expect(verdict).toMatchObject({ differences: [], providerCents: verdict.ordersCents });
      const stored = await orders().find().toArray();
      const kept = (all: readonly OrderDocument[]) => all.reduce((sum, order) => sum + netCents(order), 0);
      expect(kept(stored.map((order) => ({ ...order, disputes: [] })))).toBe(verdict.providerCents);
      const report = await salesReport(await scene.admin(), { from: day.name, to: day.name, by: 'DAY' });
      expect([report.agrees, report.ledgerTotal]).toEqual([true, kept(stored)]);
    }),
    { numRuns },
  );
}, 120_000);
