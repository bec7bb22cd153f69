import type { CodegenConfig } from '@graphql-codegen/cli';

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
        scalars: { ID: 'string', DateTime: 'Date' },
        inputMaybeValue: 'T | null | undefined',
        mappers: {
          Product: '../products/shownProduct#ShownProduct',
          ContactMessage: '../messages/messages.repository#ContactMessageDocument',
          StoreEntry: '../store/store.repository#StoreEntryDocument',
          BulkProductResult: '../store/bulkUpdateProducts#BulkResult',
          ImportProductResult: '../products/importProducts#ImportResult',
          AuditEntry: '../audit/audit.repository#AuditEntryDocument',
          AuditEntryConnection: '../audit/audit.service#AuditListing',
          User: '../users/users.repository#UserDocument',
          ProductConnection: '../products/products.service#ProductListing',
          StoreItemConnection: '../store/storeItems#StoreItemListing',
          ContactMessageConnection: '../messages/messages.service#ContactMessageListing',
          UserConnection: '../users/listUsers#UserListing',
        },
      },
    },
    'server/__generated__/queryTexts.ts': {
      documents: ['client/**/*.graphql'],
      plugins: ['./client/codegen/operationTexts.cjs'],
    },
    'client/__generated__/operations.ts': {
      documents: ['client/**/*.graphql'],
      plugins: ['typescript-operations', './client/codegen/typedHooks.cjs'],
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        defaultScalarType: 'unknown',
        scalars: { ID: 'string', DateTime: 'string' },
      },
    },
  },
};

export default config;
