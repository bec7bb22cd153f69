import { ObjectId, type Db } from 'mongodb';
import type { Repositories } from '../collections/repositories';
import type { Context } from '../context';
import type { StoredOrderEvent } from '../orders/orderDocument';
import { withEvents } from '../orders/orderEvents';
import { createProduct } from '../products/products.service';
import { updateProduct } from '../products/updateProduct';
import { newStock } from '../stock/stock.repository';
import { deleteStoreItem } from '../store/deleteStoreItem';
import { buildOrder } from './buildOrder';

type Kind = StoredOrderEvent['kind'];

/** Kinds of changes to a placed order; a note sends no event. */
const kinds: readonly Kind[] = [
  ...(['CAPTURED', 'CAPTURE_FAILED', 'SHIPPED', 'SHIPMENT_CORRECTED', 'SHIPMENT_UNDONE', 'DELIVERED'] as const),
  ...([
    'DELIVERY_UNDONE',
    'REST_CANCELLED',
    'UNDONE',
    'CANCELLED',
    'REFUNDED',
    'REFUND_FAILED',
    'DISPUTE_OPENED',
    'DISPUTE_WON',
  ] as const),
  ...(['DISPUTE_LOST', 'DIFFERENCE_FIXED', 'NOTE'] as const),
];

const happens = (kind: Kind): StoredOrderEvent => ({ at: new Date(), kind, by: 'SHOP', amountCents: null });
const oneOf = <T>(many: readonly T[]): T | undefined => many[Math.floor(Math.random() * many.length)];

/** Changes by an admin that send events, each of which adds 1 to the version. */
export function shopChanges(db: Db, repositories: Repositories, admin: Context) {
  /** A random document, made by any of the processes. */
  const some = async (collection: string) => oneOf(await db.collection(collection).find().toArray())?._id as unknown;

  async function place(): Promise<string> {
    const _id = `K-${new ObjectId().toHexString()}`;
    const order = buildOrder({ lines: [[500, 1]] });
    await repositories.orders.insertPlaced({ ...order, _id, checkout: _id, timeline: [happens('PLACED')] });
    return _id;
  }
  async function changeOrder(number: string, kind: Kind): Promise<void> {
    const order = await repositories.orders.find(number);
    if (order) await repositories.orders.change(order, { timeline: withEvents(order, happens(kind)) });
  }
  async function changeProduct(id: ObjectId): Promise<void> {
    const product = await repositories.products.findById(id);
    if (!product) return;
    const { version, priceCents } = product;
    await updateProduct(admin, { id: id.toHexString(), version, price: (priceCents + 1) / 100 });
  }
  const deleteProduct = (id: ObjectId) => deleteStoreItem(admin, { id: id.toHexString() });
  const create = async () => (await createProduct(admin, { name: 'Lamp', price: 5 }))._id;
  async function count(): Promise<ObjectId> {
    const id = new ObjectId();
    await repositories.stock.create(newStock(id, 8));
    return id;
  }
  async function changeCount(productId: ObjectId, delta: number): Promise<void> {
    const level = await repositories.stock.find(productId);
    if (!level) return;
    const made = { productId, byUid: 'root', order: null, at: new Date(), reason: 'CORRECTION' } as const;
    const _id = `${productId.toHexString()}:${level.version}`;
    await repositories.stock.adjust(productId, level.version, { ...made, _id, delta });
  }
  const random: readonly (() => Promise<unknown>)[] = [
    ...[place, create, count],
    ...Array<() => Promise<void>>(3).fill(async () =>
      changeOrder(String(await some('orders')), oneOf(kinds) ?? 'NOTE'),
    ),
    ...Array<() => Promise<void>>(2).fill(async () => changeProduct((await some('products')) as ObjectId)),
    ...Array<() => Promise<void>>(2).fill(async () =>
      changeCount((await some('stock')) as ObjectId, oneOf([-4, -3, 3, 4]) ?? 1),
    ),
    async () => deleteProduct((await some('products')) as ObjectId),
  ];
  return {
    anything: () => (oneOf(random) ?? place)(),
    async oneOfEachKind(): Promise<void> {
      const number = await place();
      for (const kind of kinds) await changeOrder(number, kind);
      const product = await create();
      await changeProduct(product);
      await deleteProduct(product).catch(() => undefined);
      await changeCount(await count(), -4);
    },
  };
}
