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

/** What it takes to move a checkout. */
export interface SagaParts {
  readonly repositories: {
    readonly checkouts: CheckoutsRepository;
    readonly stock: StockRepository;
    readonly orders: OrdersRepository;
    readonly paperNumbers: PaperNumbersRepository;
    readonly shopSettings: Pick<ShopSettingsRepository, 'get'>;
    readonly outbox: Pick<OutboxRepository, 'insert' | 'withdraw'>;
    readonly store: Pick<StoreRepository, 'claim' | 'claimOf' | 'deleteMany' | 'insert' | 'delete' | 'ownerUsage'>;
    readonly products: Pick<ProductsRepository, 'setInStock' | 'findByIds'>;
  };
  readonly provider: PaymentProvider;
  readonly now: () => Date;
  /** Of this process: who has the lease. */
  readonly owner: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** How long payments may be taken back free of charge. */
  readonly captureAfterMinutes: number | 'on-shipping';
  /** Named before each step; a test ends the process there. */
  readonly beforeStep?: (step: string) => void | Promise<void>;
}
