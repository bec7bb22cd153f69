import type { Logger } from 'pino';
import type { OutboxRepository } from '../mail/outbox.repository';
import type { OrdersRepository } from '../orders/orders.repository';
import type { PaymentProvider } from '../payments/provider';
import type { PaperNumbersRepository } from '../orders/paperNumbers.repository';
import type { ProductsRepository } from '../products/products.repository';
import type { ShopSettingsRepository } from '../settings/shopSettings.repository';
import type { StockRepository } from '../stock/stock.repository';
import type { StoreRepository } from '../store/store.repository';
import type { CheckoutsRepository } from './checkouts.repository';

/** The dependencies of the checkout saga. */
export interface SagaDeps {
  readonly repositories: {
    readonly checkouts: CheckoutsRepository;
    readonly stock: StockRepository;
    readonly orders: OrdersRepository;
    readonly paperNumbers: PaperNumbersRepository;
    readonly shopSettings: Pick<ShopSettingsRepository, 'get'>;
    readonly outbox: Pick<OutboxRepository, 'insert' | 'withdraw'>;
    readonly store: Pick<StoreRepository, 'claim' | 'claimOf' | 'deleteMany' | 'insert' | 'delete' | 'ownerUsage'>;
    readonly products: Pick<ProductsRepository, 'setInStock' | 'keepSwitch' | 'forgetCount' | 'findByIds'>;
  };
  readonly provider: PaymentProvider;
  readonly now: () => Date;
  /** Identifies this process as lease owner. */
  readonly owner: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** How long payments can be voided free of charge before they are captured. */
  readonly captureAfterMinutes: number | 'on-shipping';
  /** Called before each step; tests end the process there. */
  readonly beforeStep?: (step: string) => void | Promise<void>;
}
