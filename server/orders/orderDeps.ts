import type { Logger } from 'pino';
import type { OutboxRepository } from '../mail/outbox.repository';
import type { PaymentProvider } from '../payments/provider';
import type { ProductsRepository } from '../products/products.repository';
import type { StockRepository } from '../stock/stock.repository';
import type { StoreRepository } from '../store/store.repository';
import type { ShopSettingsRepository } from '../settings/shopSettings.repository';
import type { OrdersRepository } from './orders.repository';
import type { PaperNumbersRepository } from './paperNumbers.repository';

/** The dependencies of the order saga. */
export interface OrderDeps {
  readonly repositories: {
    readonly orders: OrdersRepository;
    readonly paperNumbers: PaperNumbersRepository;
    readonly shopSettings: Pick<ShopSettingsRepository, 'get'>;
    readonly outbox: Pick<OutboxRepository, 'insert' | 'withdraw'>;
    readonly stock: StockRepository;
    readonly store: Pick<StoreRepository, 'insert' | 'delete' | 'ownerUsage'>;
    readonly products: Pick<ProductsRepository, 'setInStock' | 'keepSwitch' | 'forgetCount' | 'findByIds'>;
  };
  readonly provider: PaymentProvider;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Called before each step; tests end the process there. */
  readonly beforeStep?: (step: string) => void | Promise<void>;
}
