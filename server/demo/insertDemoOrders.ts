import { randomBytes } from 'node:crypto';
import type { Repositories } from '../collections/repositories';
import { mapByKey } from '../database/mapByKey';
import { UnavailableError } from '../errors';
import { numberLacking } from '../orders/numberLacking';
import type { OrderDocument } from '../orders/orderDocument';
import { restockedPieces } from '../orders/orderPieces';
import { paymentExpiry } from '../payments/testLedger';
import type { TestPaymentDocument } from '../payments/testPayments.repository';
import type { ProductDocument } from '../products/products.repository';
import { toCents } from '../products/money';
import { isRecorded } from '../stock/changeCount';
import { settleStock } from '../stock/settleStock';
import type { StockRepository } from '../stock/stock.repository';
import type { StoredMovement } from '../stock/stockMovements';
import { buildDemoOrder, type DemoGoods, type DemoOrderParts } from './buildDemoOrder';
import { demoOrders } from './demoOrders';
import { demoProducts } from './demoProducts';

interface Deps extends Pick<DemoOrderParts, 'people' | 'now'> {
  readonly repositories: Repositories;
}

/** Inserts orders with their payments at the test provider and their stock movements; existing ones are kept. */
export async function insertDemoOrders({ repositories, people, now }: Deps): Promise<void> {
  const slugs = [...new Set(demoOrders.flatMap(({ lines }) => lines.map(({ slug }) => slug)))];
  const products = new Map((await repositories.products.findBySlugs(slugs)).map((each) => [each.slug, each]));
  const settings = await repositories.shopSettings.get();
  const goods = (slug: string) => goodsOf(slug, products.get(slug));
  const orders = demoOrders.map((demo) => buildDemoOrder({ goods, people, settings, now }, demo));
  await Promise.all(orders.map((order) => repositories.testPayments.insert(paymentOf(order))));
  const { stock } = repositories;
  // Sequential per product, since they change the same stock.
  const ofProduct = ({ productId }: StoredMovement) => productId.toHexString();
  await mapByKey(orders.flatMap(movementsOf), ofProduct, (movement) => moveOnce(stock, movement));
  const sold = await stock.findMany([...products.values()].map(({ _id }) => _id));
  for (const level of sold) await settleStock(repositories, level);
  await repositories.orders.insertMany(orders.slice(0, -1));
  // Dated like their movements of money.
  const stored = await Promise.all(orders.slice(0, -1).map(({ _id }) => repositories.orders.find(_id)));
  await numberLacking(
    { repositories },
    stored.filter((order) => order !== null),
    (since) => since,
  );
  // The last one marks the demo data as complete.
  for (const order of orders.slice(-1)) await repositories.orders.insertPlaced(order);
}

/** Orders outlive their product. */
function goodsOf(slug: string, product: ProductDocument | undefined): DemoGoods {
  const demo = demoProducts.find((one) => one.slug === slug);
  return {
    productId: product?._id ?? null,
    name: product?.name ?? demo?.name ?? slug,
    photo: product?.photos[0] ?? null,
    priceCents: product?.priceCents ?? toCents(demo?.price ?? 0),
    taxClass: product?.taxClass ?? 'standard',
  };
}

/** How many pieces of a product the orders take, including returned ones. */
export const piecesOrdered = (slug: string): number =>
  demoOrders
    .flatMap(({ lines }) => lines.filter((line) => line.slug === slug))
    .reduce((sum, { quantity }) => sum + quantity, 0);

function movementsOf(order: OrderDocument): StoredMovement[] {
  const { _id, checkout, lines, createdAt, cancellation, refunds = [] } = order;
  const backAt = refunds[0]?.doneAt ?? order.payment.voidedAt ?? createdAt;
  return lines.flatMap(({ productId, quantity }, line): StoredMovement[] => {
    if (!productId) return [];
    const hex = productId.toHexString();
    const by = { productId, byUid: null, order: _id };
    const back = cancellation ? quantity : restockedPieces(order, line);
    const sale = { _id: `sale:${checkout}:${hex}`, ...by, delta: -quantity, reason: 'SALE' as const, at: createdAt };
    if (back === 0) return [sale];
    const returned = cancellation
      ? { _id: `cancellation:${_id}:${hex}`, reason: 'CANCELLATION' as const }
      : { _id: `refund:${refunds[0]?.id ?? ''}:${hex}`, reason: 'RETURN' as const };
    return [sale, { ...by, ...returned, delta: back, at: backAt }];
  });
}

/** Each failed try means that another process, which inserts the demo data too, has changed the stock. */
const maxTries = 100;

async function moveOnce(stock: StockRepository, movement: StoredMovement): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const level = await stock.find(movement.productId);
    // Not tracked: the owner has ended stock tracking.
    if (!level || (await isRecorded(stock, level, movement._id))) return;
    if (await stock.adjust(level._id, level.version, movement)) return;
  }
  throw new UnavailableError();
}

/** The test provider's record, so that refunds and captures work. */
function paymentOf({
  _id,
  checkout,
  payment,
  totalCents,
  createdAt,
  refunds = [],
}: OrderDocument): TestPaymentDocument {
  const status = statusOf(payment);
  return {
    ...{ _id: payment.id, checkout, order: _id, amountCents: totalCents },
    clientSecret: randomBytes(24).toString('base64url'),
    ...{ status, declineReason: null, settlesAt: null, capturedCents: payment.capturedCents, notices: [] },
    ...(payment.capturedAt && { capturedAt: payment.capturedAt }),
    card: payment.card && { ...payment.card, title: payment.status === 'failed' ? 'capture fails' : 'succeeds' },
    refunds: refunds.map(({ id, amountCents, begunAt, doneAt }) => ({ id, amountCents, madeAt: doneAt ?? begunAt })),
    ...{ createdAt, expiresAt: paymentExpiry(status, createdAt), version: 1 },
  };
}

function statusOf({ status, capturedCents }: OrderDocument['payment']): TestPaymentDocument['status'] {
  if (status === 'voided') return 'cancelled';
  return capturedCents > 0 ? 'captured' : 'authorized';
}
