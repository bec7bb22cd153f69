import type { ObjectId } from 'mongodb';
import type { Context } from '../context';
import { capturePayments } from '../orders/capturePayments';
import type { OrderDocument } from '../orders/orderDocument';
import type { OrderDeps } from '../orders/orderDeps';
import { sweepOrders } from '../orders/sweepOrders';
import type { ReconcileDeps } from '../reconciliation/reconcileDay';
import { asAdmin } from './contexts';
import type { PlayProvider } from './playedProvider';
import { SagaShop } from './sagaShop';
import { silentLog } from './silentLog';
import type { useTestDatabase } from './useTestDatabase';

const minute = 60_000;

/** Orders made by purchases, and admins who manage them, with a clock controlled by the test. */
export class ShopScene {
  readonly shop: SagaShop;
  readonly products: ObjectId[] = [];

  constructor(
    private readonly database: ReturnType<typeof useTestDatabase>,
    time?: number,
    play?: PlayProvider,
  ) {
    this.shop = new SagaShop(database.repositories, time, play);
  }

  deps(): OrderDeps {
    return {
      repositories: this.database.repositories,
      provider: this.shop.provider,
      now: this.shop.now,
      log: silentLog,
    };
  }

  /** Dependencies of the reconciliation of a day. */
  reconcileDeps(): ReconcileDeps {
    return {
      repositories: this.database.repositories,
      provider: this.shop.provider,
      now: this.shop.now,
      log: silentLog,
    };
  }

  /** Places an order with so many pieces per line, with an authorized payment. */
  async place(pieces: readonly number[], card?: string): Promise<string> {
    const wishes = [];
    for (const quantity of pieces) {
      const productId = await this.shop.product(9);
      this.products.push(productId);
      wishes.push({ productId, quantity });
    }
    const id = await this.shop.submit(wishes);
    await this.shop.drive('buyer', id);
    await this.shop.pay(id, card);
    return (await this.shop.drive('buyer', id))?.orderNumber ?? '';
  }

  /** Places an order and captures it after the undo period. */
  async placePaid(pieces: readonly number[], card?: string): Promise<string> {
    const number = await this.place(pieces, card);
    this.shop.wait(11 * minute);
    await this.capture();
    return number;
  }

  capture(): Promise<void> {
    return capturePayments(this.deps());
  }

  admin(uid = 'root', overrides: Partial<Pick<Context, 'repositories' | 'saga' | 'idempotencyKey'>> = {}) {
    const { repositories = this.database.repositories, ...others } = overrides;
    const saga = { provider: this.shop.provider, owner: 'test', captureAfterMinutes: 10 };
    return asAdmin(repositories, uid, { now: this.shop.now, saga, ...others });
  }

  async order(number: string): Promise<OrderDocument> {
    const order = await this.database.repositories.orders.find(number);
    if (!order) throw new Error(`There is no order ${number}.`);
    return order;
  }

  /** Runs the sweeper. */
  sweep(): Promise<void> {
    return sweepOrders(this.deps());
  }

  /** Runs the sweeper later, which completes whatever was left. */
  async sweepLater(deps = this.deps()): Promise<void> {
    this.shop.wait(minute);
    await sweepOrders(deps);
  }

  /** The ids of the messages about an order, except its confirmation. */
  async messages(number: string): Promise<string[]> {
    const found = await this.database.repositories.outbox.findByOrder(number, 100);
    return found
      .map(({ _id }) => _id.replace(`:${number}`, ''))
      .filter((id) => id !== 'ORDER_CONFIRMATION')
      .sort();
  }
}
