import DataLoader from 'dataloader';
import { ObjectId, type Db } from 'mongodb';
import {
  addressesDeclaration,
  createAddressesRepository,
  type AddressesRepository,
} from '../addresses/addresses.repository';
import {
  apiKeysDeclaration,
  createApiKeysRepository,
  type ApiKeyDocument,
  type ApiKeysRepository,
} from '../apiKeys/apiKeys.repository';
import { apiKeyIdIn, apiKeyUid } from '../auth/apiKeyText';
import { auditDeclaration, createAuditRepository, type AuditRepository } from '../audit/audit.repository';
import { createOutboxRepository, outboxDeclaration, type OutboxRepository } from '../mail/outbox.repository';
import {
  createMessagesRepository,
  messagesDeclaration,
  type MessagesRepository,
} from '../messages/messages.repository';
import {
  checkoutsDeclaration,
  createCheckoutsRepository,
  type CheckoutsRepository,
} from '../checkout/checkouts.repository';
import { createOrdersRepository, ordersDeclaration, type OrdersRepository } from '../orders/orders.repository';
import {
  countersDeclaration,
  createPaperNumbersRepository,
  type PaperNumbersRepository,
} from '../orders/paperNumbers.repository';
import { addSoldPieces, noneSold } from '../orders/soldPieces';
import {
  createStripePaymentsRepository,
  stripePaymentsDeclaration,
  type StripePaymentsRepository,
} from '../payments/stripe/stripePayments.repository';
import {
  createPaymentNoticesRepository,
  paymentNoticesDeclaration,
  type PaymentNoticesRepository,
} from '../notices/paymentNotices.repository';
import {
  createReconciliationsRepository,
  reconciliationsDeclaration,
  type ReconciliationsRepository,
} from '../reconciliation/reconciliations.repository';
import {
  createTestPaymentsRepository,
  testPaymentsDeclaration,
  type TestPaymentsRepository,
} from '../payments/testPayments.repository';
import { createPersonalDataRepository, type PersonalDataRepository } from '../personalData/personalData.repository';
import { createEventSubscriptions } from '../events/eventSubscriptions';
import {
  createProductDeletionsRepository,
  productDeletionsDeclaration,
  type ProductDeletionsRepository,
} from '../products/productDeletions.repository';
import {
  createProductsRepository,
  productsDeclaration,
  type ProductDocument,
  type ProductsRepository,
} from '../products/products.repository';
import { removedProductsDeclaration } from '../products/removedProducts';
import {
  createShopSettingsRepository,
  settingsDeclaration,
  type ShopSettingsRepository,
} from '../settings/shopSettings.repository';
import {
  createStockRepository,
  stockDeclaration,
  type StockDocument,
  type StockRepository,
} from '../stock/stock.repository';
import { stockMovementsDeclaration } from '../stock/stockMovements';
import {
  createDeletedItemsRepository,
  deletedItemsDeclaration,
  type DeletedItemsRepository,
} from '../store/deletedItems.repository';
import { createStoreRepository, storeDeclaration, type StoreRepository } from '../store/store.repository';
import { createAdminsRepository, type AdminsRepository } from '../users/admins.repository';
import {
  createDeletedUsersRepository,
  deletedUsersDeclaration,
  type DeletedUsersRepository,
} from '../users/deletedUsers.repository';
import {
  createUsersRepository,
  usersDeclaration,
  type KnownPerson,
  type UsersRepository,
} from '../users/users.repository';
import {
  createWebhookDeliveriesRepository,
  webhookDeliveriesDeclaration,
  type WebhookDeliveriesRepository,
} from '../webhooks/webhookDeliveries.repository';
import {
  createWebhookEndpointsRepository,
  webhookEndpointsDeclaration,
  type WebhookEndpointsRepository,
} from '../webhooks/webhookEndpoints.repository';
import { translating } from '../database/databaseErrors';
import { inOrderOf } from '../database/batched';
import {
  createIdempotencyRepository,
  idempotencyDeclaration,
  type IdempotencyRepository,
} from '../database/idempotency.repository';
import type { CollectionDeclaration } from '../database/indexes';
import { parseRecordId } from '../database/recordId';
import { createJobsRepository, type JobsRepository } from '../database/jobs.repository';
import {
  createRateCountsRepository,
  rateCountsDeclaration,
  type RateCountsRepository,
} from '../database/rateCounts.repository';
import { createLastBackupRepository, type LastBackupRepository } from '../database/lastBackup.repository';
import { createShopKeyRepository, type ShopKeyRepository } from '../database/shopKey.repository';

export interface Repositories {
  readonly products: ProductsRepository;
  readonly productDeletions: ProductDeletionsRepository;
  readonly store: StoreRepository;
  readonly deletedItems: DeletedItemsRepository;
  readonly users: UsersRepository;
  readonly admins: AdminsRepository;
  readonly deletedUsers: DeletedUsersRepository;
  readonly orders: OrdersRepository;
  readonly paperNumbers: PaperNumbersRepository;
  readonly checkouts: CheckoutsRepository;
  readonly addresses: AddressesRepository;
  readonly stock: StockRepository;
  readonly testPayments: TestPaymentsRepository;
  readonly stripePayments: StripePaymentsRepository;
  readonly paymentNotices: PaymentNoticesRepository;
  readonly reconciliations: ReconciliationsRepository;
  readonly apiKeys: ApiKeysRepository;
  readonly outbox: OutboxRepository;
  readonly webhookEndpoints: WebhookEndpointsRepository;
  readonly webhookDeliveries: WebhookDeliveriesRepository;
  readonly shopSettings: ShopSettingsRepository;
  readonly messages: MessagesRepository;
  readonly idempotency: IdempotencyRepository;
  readonly jobs: JobsRepository;
  readonly rateCounts: RateCountsRepository;
  readonly shopKey: ShopKeyRepository;
  readonly lastBackup: LastBackupRepository;
  readonly auditEntries: AuditRepository;
  readonly personalData: PersonalDataRepository;
}

/** The collections that public responses depend on; a test checks every public read against it. */
export const catalogueCollections: readonly string[] = [productsDeclaration.collection, settingsDeclaration.collection];

/** Every collection with declared indexes, which connectDatabase enforces. */
export const declarations: readonly CollectionDeclaration[] = [
  productsDeclaration,
  productDeletionsDeclaration,
  storeDeclaration,
  deletedItemsDeclaration,
  removedProductsDeclaration,
  usersDeclaration,
  deletedUsersDeclaration,
  ordersDeclaration,
  countersDeclaration,
  checkoutsDeclaration,
  addressesDeclaration,
  stockDeclaration,
  stockMovementsDeclaration,
  testPaymentsDeclaration,
  stripePaymentsDeclaration,
  paymentNoticesDeclaration,
  reconciliationsDeclaration,
  settingsDeclaration,
  apiKeysDeclaration,
  outboxDeclaration,
  webhookEndpointsDeclaration,
  webhookDeliveriesDeclaration,
  messagesDeclaration,
  idempotencyDeclaration,
  rateCountsDeclaration,
  auditDeclaration,
];

/** `catalogueChanged` is called for each write to the catalogue; not needed where nothing is cached. */
export function createRepositories(db: Db, catalogueChanged: () => void = () => undefined): Repositories {
  const admins = createAdminsRepository(db);
  const subscriptions = createEventSubscriptions(() => webhookEndpoints.wantedTypes());
  const webhookEndpoints = createWebhookEndpointsRepository(db, subscriptions.forget);
  const deletions = createProductDeletionsRepository(db);
  return {
    products: translating(createProductsRepository(db, catalogueChanged, { subscriptions, deletions })),
    productDeletions: translating(deletions),
    store: translating(createStoreRepository(db)),
    deletedItems: translating(createDeletedItemsRepository(db)),
    users: translating(createUsersRepository(db, admins)),
    admins: translating(admins),
    deletedUsers: translating(createDeletedUsersRepository(db)),
    orders: translating(createOrdersRepository(db, subscriptions)),
    paperNumbers: translating(createPaperNumbersRepository(db)),
    checkouts: translating(createCheckoutsRepository(db)),
    addresses: translating(createAddressesRepository(db)),
    stock: translating(createStockRepository(db, subscriptions)),
    testPayments: translating(createTestPaymentsRepository(db)),
    stripePayments: translating(createStripePaymentsRepository(db)),
    paymentNotices: translating(createPaymentNoticesRepository(db)),
    reconciliations: translating(createReconciliationsRepository(db)),
    shopSettings: translating(createShopSettingsRepository(db, catalogueChanged)),
    apiKeys: translating(createApiKeysRepository(db)),
    outbox: translating(createOutboxRepository(db)),
    webhookEndpoints: translating(webhookEndpoints),
    webhookDeliveries: translating(createWebhookDeliveriesRepository(db)),
    messages: translating(createMessagesRepository(db)),
    idempotency: translating(createIdempotencyRepository(db)),
    jobs: translating(createJobsRepository(db)),
    rateCounts: translating(createRateCountsRepository(db)),
    shopKey: translating(createShopKeyRepository(db)),
    lastBackup: translating(createLastBackupRepository(db)),
    auditEntries: translating(createAuditRepository(db)),
    personalData: translating(createPersonalDataRepository(db)),
  };
}

/** Per request: batches lookups of many rows, each row looked up once. */
export interface Loaders {
  /** null: no such person. */
  readonly personByUid: DataLoader<string, KnownPerson | null>;
  /** By the uid that stands for the key in records; null: no such key. */
  readonly apiKeyByUid: DataLoader<string, ApiKeyDocument | null>;
  readonly productById: DataLoader<string, ProductDocument | null>;
  /** By product id; null: stock is not tracked. */
  readonly stockById: DataLoader<string, StockDocument | null>;
  /** Pieces sold, by product id. */
  readonly soldById: DataLoader<string, number>;
  /** The order's number by its payment's id; null: none. */
  readonly orderOfPayment: DataLoader<string, string | null>;
  /** The number if such an order exists, else null. */
  readonly placedOrder: DataLoader<string, string | null>;
  /** Deduplicates counts within a document and runs them sequentially, so that the database can answer other requests in between. */
  readonly count: <T>(requestKey: readonly unknown[], read: () => Promise<T>) => Promise<T>;
}

type LoadedRepositories = Pick<Repositories, 'users' | 'products' | 'stock' | 'orders' | 'apiKeys'>;

export function createLoaders(repositories: LoadedRepositories): Loaders {
  return new RequestLoaders(repositories);
}

/** Created lazily: most requests need none. */
class RequestLoaders implements Loaders {
  private readonly repositories: LoadedRepositories;
  private readonly counts = new Map<string, Promise<unknown>>();
  private lastCount: Promise<unknown> = Promise.resolve();
  private personLoader: Loaders['personByUid'] | undefined;
  private keyLoader: Loaders['apiKeyByUid'] | undefined;
  private productLoader: Loaders['productById'] | undefined;
  private stockLoader: Loaders['stockById'] | undefined;
  private soldLoader: Loaders['soldById'] | undefined;
  private paymentLoader: Loaders['orderOfPayment'] | undefined;
  private placedLoader: Loaders['placedOrder'] | undefined;

  constructor(repositories: LoadedRepositories) {
    this.repositories = repositories;
  }

  count<T>(requestKey: readonly unknown[], read: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(requestKey);
    const found = this.counts.get(key) as Promise<T> | undefined;
    if (found) return found;
    const counted = this.lastCount.then(read, read);
    this.counts.set(key, counted);
    this.lastCount = counted;
    return counted;
  }

  get personByUid(): Loaders['personByUid'] {
    return (this.personLoader ??= new DataLoader(async (uids) =>
      inOrderOf(uids, await this.repositories.users.findKnown([...uids]), ({ _id }) => _id),
    ));
  }

  get apiKeyByUid(): Loaders['apiKeyByUid'] {
    return (this.keyLoader ??= new DataLoader(async (uids) => {
      const ids = uids.flatMap((uid) => parseRecordId(apiKeyIdIn(uid) ?? '') ?? []);
      const found = ids.length === 0 ? [] : await this.repositories.apiKeys.findMany(ids);
      return inOrderOf(uids, found, ({ _id }) => apiKeyUid(_id.toHexString()));
    }));
  }

  get stockById(): Loaders['stockById'] {
    return (this.stockLoader ??= new DataLoader(async (ids) => {
      const found = await this.repositories.stock.findMany(ids.map((id) => ObjectId.createFromHexString(id)));
      return inOrderOf(ids, found, ({ _id }) => _id.toHexString());
    }));
  }

  get soldById(): Loaders['soldById'] {
    return (this.soldLoader ??= new DataLoader(async (hexes) => {
      const ids = hexes.map((hex) => ObjectId.createFromHexString(hex));
      const sold = noneSold(ids);
      await this.repositories.orders.visitSold(ids, (order) => addSoldPieces(sold, order));
      return hexes.map((hex) => sold.get(hex) ?? 0);
    }));
  }

  get orderOfPayment(): Loaders['orderOfPayment'] {
    return (this.paymentLoader ??= new DataLoader(async (ids) => {
      const found = await this.repositories.orders.findNumbers({ payments: ids });
      return ids.map((id) => found.find(({ payment }) => payment.id === id)?._id ?? null);
    }));
  }

  get placedOrder(): Loaders['placedOrder'] {
    return (this.placedLoader ??= new DataLoader(async (numbers) => {
      const found = new Set((await this.repositories.orders.findNumbers({ numbers })).map(({ _id }) => _id));
      return numbers.map((number) => (found.has(number) ? number : null));
    }));
  }

  get productById(): Loaders['productById'] {
    return (this.productLoader ??= new DataLoader(async (ids) => {
      const found = await this.repositories.products.findByIds(ids.map((id) => ObjectId.createFromHexString(id)));
      return inOrderOf(ids, found, ({ _id }) => _id.toHexString());
    }));
  }
}
