import { ConflictError, KioskError } from '../errors';
import { tryToEnd } from '../orders/endOrder';
import { lineId } from '../orders/orderPieces';
import { createRandom } from '../collections/random';
import { amountOf } from '../testing/amountOf';
import { expectPurchasesInOrder } from '../testing/purchaseJudge';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import { cancelShopOrder } from './cancelShopOrder';
import { capturePayment } from './capturePayment';
import { createFulfillment } from './createFulfillment';
import { createFulfillments } from './createFulfillments';
import { refundOrder } from './refundOrder';
import { undoFulfillments } from './undoFulfillments';
import { updateFulfillment } from './updateFulfillment';

const limitMs = 900_000;
const rounds = amountOf({ few: 6, usual: 20, long: 400 });
const atOnce = 5;
const database = useTestDatabase();

/** Whatever admins, the buyer and the sweeper do to one order at one moment. */
async function anything(
  scene: ShopScene,
  number: string,
  uid: string,
  below: (count: number) => number,
): Promise<string> {
  const admin = await scene.admin(uid);
  const order = await scene.order(number);
  const index = below(order.lines.length);
  const line = order.lines[index];
  const lines = [{ id: line ? lineId(line) : '', quantity: 1 + below(2) }];
  const wishes: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['ship a part', () => createFulfillment(admin, { number, lines })],
    ['ship the rest', () => createFulfillment(admin, { number })],
    [
      'correct a shipment',
      () => updateFulfillment(admin, { number, id: order.fulfillments?.[0]?.id ?? 'none', carrier: `${below(3)}` }),
    ],
    ['cancel', () => cancelShopOrder(admin, { number })],
    ['refund pieces', () => refundOrder(admin, { number, lines, restock: below(2) === 0 })],
    ['refund shipping', () => refundOrder(admin, { number, shipping: true })],
    ['refund an amount', () => refundOrder(admin, { number, amount: 1 + below(order.totalCents) })],
    ['capture', () => capturePayment(admin, { number })],
    ['capture by the sweeper', () => scene.capture()],
    ['cancelled by its buyer', () => tryToEnd(scene.deps(), order, 'cancel')],
    [
      'undo shipments',
      async () => {
        const given = [...(order.fulfillments ?? []).map(({ id }) => ({ number, id })), { number, id: 'none' }];
        const undone = await undoFulfillments(admin, { fulfillments: given });
        for (const { error } of undone) expect(error ?? '').not.toMatch(/Internal server error|not available/);
      },
    ],
    [
      'ship as one of many',
      async () => {
        const [result] = await createFulfillments(admin, { numbers: [number] });
        expect(result?.error ?? '').not.toMatch(/Internal server error|not available/);
        if (result?.error !== null) throw new ConflictError(result?.error ?? '');
      },
    ],
  ];
  const [name, work] = wishes[below(wishes.length)] ?? ['', () => Promise.resolve()];
  try {
    await work();
    return name;
  } catch (error) {
    // Whoever comes too late is told so; nothing else may go wrong.
    if (error instanceof KioskError && error.status < 500) return `${name}: refused`;
    throw error;
  }
}

test(
  'I2 I4 C45 C46 ship, cancel, refund, capture and undo at one moment: pieces, money, mails and ledgers agree to the cent',
  async () => {
    const happened: Record<string, number> = {};
    for (let round = 0; round < rounds; round += 1) {
      const random = createRandom(round * 7_919 + 1);
      const below = (count: number) => random.below(count);
      await database.clear();
      const scene = new ShopScene(database);
      const number = await scene.place([3, 2]);
      // The minutes are over; half of the time the sweeper has been there.
      scene.shop.wait(11 * 60_000);
      if (round % 2 === 0) await scene.capture();
      for (let wave = 0; wave < 3; wave += 1) {
        const work = Array.from({ length: atOnce }, (_, index) => anything(scene, number, `admin-${index}`, below));
        for (const name of await Promise.all(work)) happened[name] = (happened[name] ?? 0) + 1;
        scene.shop.wait(3_000);
      }
      await scene.sweepLater();
      await scene.sweepLater();
      await scene.capture();
      await expectPurchasesInOrder(database.db, scene.shop.delivered);
      const { timeline = [], fulfillments = [], refunds = [] } = await scene.order(number);
      const told = (kind: string) => timeline.filter((event) => event.kind === kind).length;
      expect(told('SHIPPED')).toBe(fulfillments.length);
      expect(told('REFUND_BEGUN') + told('REST_CANCELLED')).toBe(
        refunds.filter(({ kind }) => kind !== 'cancellation').length,
      );
    }
    console.log(`In ${rounds} rounds: ${JSON.stringify(happened)}`);
    expect(Object.keys(happened).filter((name) => !name.endsWith('refused')).length).toBeGreaterThan(5);
  },
  limitMs,
);
