import type { CodegenConfig } from '@graphql-codegen/cli';

/** What is asked for beyond the first screen; in a file of its own it stays out of the first load. */
const lazyDocuments = [
  'client/features/{account,audit,checkout,contact,counts,mail,messages,orders,stock,users}/*.graphql',
  'client/features/products/{csv,form}/*.graphql',
  'client/features/products/{categories,productFields,productSuggestions,recentlyViewed}.graphql',
  'client/features/store/{store,storeItems,cartSummary}.graphql',
  'client/features/settings/settings.graphql',
  'client/session/account.graphql',
];
const sharedFragments = ['client/features/products/productCard.graphql', 'client/features/store/cartLine.graphql'];

const clientTypes = {
  plugins: ['typescript-operations', './client/codegen/typedDocuments.cjs'],
  config: {
    useTypeImports: true,
    enumsAsTypes: true,
    defaultScalarType: 'unknown',
    scalars: { ID: 'string', DateTime: 'string', Cents: 'number' },
  },
};

const config: CodegenConfig = {
  schema: 'schema.graphql',
  emitLegacyCommonJSImports: false,
  generates: {
    'server/__generated__/resolvers.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        contextType: '../context#Context',
        useTypeImports: true,
        enumType: 'string-literal',
        enumsAsTypes: true,
        defaultScalarType: 'unknown',
        scalars: { ID: 'string', DateTime: 'Date', Cents: 'number' },
        inputMaybeValue: 'T | null | undefined',
        mappers: {
          ProductSuggestions: '../products/suggestProducts#Suggestions',
          Product: '../products/shownProduct#ShownProduct',
          ContactMessage: '../messages/messages.repository#ContactMessageDocument',
          StoreEntry: '../store/store.repository#StoreEntryDocument',
          BulkProductResult: '../store/bulkUpdateProducts#BulkItemResult',
          ImportProductResult: '../products/importProducts#ImportRowResult',
          AuditEntry: '../audit/audit.repository#AuditEntryDocument',
          AuditEntryConnection: '../audit/audit.service#AuditListing',
          User: '../users/users.repository#UserDocument',
          ProductConnection: '../products/listProducts#ProductListing',
          StoreItemConnection: '../store/storeItems#StoreItemListing',
          ContactMessageConnection: '../messages/messages.service#ContactMessageListing',
          PersonalRecord: '../personalData/personalData.repository#PersonalDocument',
          PersonalRecordConnection: '../personalData/personalData.service#PersonalDataListing',
          UserConnection: '../users/listUsers#UserListing',
          OutboxMessage: '../mail/outbox.repository#OutboxDocument',
          OutboxMessageConnection: '../mail/mail.service#OutboxListing',
          OrderMessage: '../mail/outbox.repository#OutboxDocument',
          Order: '../orders/orderDocument#OrderDocument',
          OrderLine: '../orders/shownOrder#ShownLine',
          OrderEvent: '../orders/orderDocument#StoredOrderEvent',
          OrderConnection: '../orders/listOrders#OrderListing',
          StockLevel: '../stock/stock.repository#StockDocument',
          ProductStock: '../products/products.repository#ProductDocument',
          ProductStockConnection: '../inventory/stockLevels#StockListing',
          StockMovement: '../stock/stockMovements#StoredMovement',
          Country: '../shipping/countries.service#ServedCountry',
          ShippingSettings: '../settings/shopSettings#ShippingSettings as StoredShippingSettings',
          ShippingZone: '../settings/shopSettings#ShippingZone as StoredShippingZone',
          ZoneMethod: '../settings/shopSettings#ShippingMethod as StoredMethod',
          TaxSettings: '../settings/shopSettings#TaxSettings as StoredTaxSettings',
          TaxZone: '../settings/shopSettings#TaxZone as StoredTaxZone',
          Delivery: '../shipping/shippingSettings.service#Delivery as ServedDelivery',
          Checkout: '../checkout/checkouts.repository#CheckoutDocument',
          PaymentAttempt: '../checkout/checkouts.repository#AttemptState',
          CheckoutLine: '../checkout/cartLines#LiveLine',
          ReorderedLine: '../checkout/reorder#AddedLine',
          ShippingMethod: '../checkout/quote#QuotedMethod',
          CartSummary: '../checkout/cartSummary#SummarizedCart',
          Money: 'number',
        },
      },
    },
    'server/__generated__/queryTexts.ts': {
      documents: ['client/**/*.graphql'],
      plugins: ['./client/codegen/operationTexts.cjs'],
    },
    'server/__generated__/pages.ts': {
      plugins: ['./client/codegen/pageTable.cjs'],
      watchPattern: ['client/servedPages.ts', 'client/{app,lib,features/products}/*.ts'],
    },
    'client/__generated__/operations.ts': {
      documents: ['client/**/*.graphql', ...lazyDocuments.map((path) => `!${path}`)],
      ...clientTypes,
    },
    'client/__generated__/lazyOperations.ts': { documents: [...lazyDocuments, ...sharedFragments], ...clientTypes },
  },
};

export default config;
