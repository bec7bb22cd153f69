import type { ObjectId } from 'mongodb';
import { ConflictError } from '../errors';
import { adjustStock } from '../inventory/inventory.service';
import { versionOf } from '../products/products.repository';
import { updateProduct } from '../products/updateProduct';
import { cancelShopOrder } from '../shopOrders/cancelShopOrder';
import { refundOrder } from '../shopOrders/refundOrder';
import { buildProduct } from '../testing/builders';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import { maxOnHand } from './stock.repository';

const database = useTestDatabase();
let scene: ShopScene;
let id: ObjectId;
beforeEach(() => {
  scene = new ShopScene(database);
});

/** An order of so many pieces, whose product was counted up to the maximum since. */
async function placeAndFill(pieces: number): Promise<string> {
  const number = await scene.placePaid([pieces]);
  id = scene.products.at(-1) as ObjectId;
  await database.repositories.products.insert(buildProduct({ _id: id }));
  await adjustStock(await scene.admin(), { id: id.toHexString(), count: maxOnHand, reason: 'CORRECTION' });
  return number;
}

/** With the sum of the movements since the product had 9 pieces. */
async function counted(): Promise<readonly (number | undefined)[]> {
  const { stock } = database.repositories;
  const level = await stock.find(id);
  if (level) await stock.storeMovements(level);
  const moved = (await stock.movementsOf(id, 100)).reduce((sum, { delta }) => sum + delta, 0);
  return [level?.onHand, level?.available, 9 + moved];
}

test('C33 a cancelled order is ended though its product stands at the maximum count', async () => {
  const number = await placeAndFill(2);
  await cancelShopOrder(await scene.admin(), { number });
  expect(await counted()).toEqual([maxOnHand + 2, maxOnHand + 2, maxOnHand + 2]);
  const { cancellation, dueAt } = await scene.order(number);
  expect([cancellation?.step, dueAt]).toEqual(['done', null]);
  expect(await scene.messages(number)).toEqual(['ORDER_CANCELLED']);
  // Once.
  await scene.sweepLater();
  expect((await counted())[0]).toBe(maxOnHand + 2);
});

test('C33 refunded pieces come back above the maximum count, from which it can be counted down', async () => {
  const number = await placeAndFill(3);
  await refundOrder(await scene.admin(), { number, lines: [{ id: id.toHexString(), quantity: 1 }], restock: true });
  expect((await counted())[0]).toBe(maxOnHand + 1);
  const admin = await scene.admin();
  const more = { id: id.toHexString(), delta: 1, reason: 'DELIVERY' };
  await expect(adjustStock(admin, more)).rejects.toThrow(ConflictError);
  const product = await database.repositories.products.findById(id);
  const version = product && versionOf(product);
  const input = { id: id.toHexString(), version, stock: maxOnHand - 1, seenStock: maxOnHand + 1, isCounted: true };
  await updateProduct(admin, input);
  expect(await counted()).toEqual([maxOnHand - 1, maxOnHand - 1, maxOnHand - 1]);
  await adjustStock(admin, more);
  expect((await counted())[0]).toBe(maxOnHand);
});
