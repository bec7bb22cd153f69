/**
 * Test files that `npm run test:databases` skips; with KIOSK_LONG only on the slowest database. Some test what happens
 * before any repository is called, or state in memory: they start a shop and thus a database, but its data only show
 * whether a request was let through. The others send commands like those of the remaining files.
 */
export const suitesOfOneDatabase: readonly string[] = [
  // The demo shop uses services whose own tests remain: products, purchases and shipments.
  'server/demo/insertDemoShop.test.ts',
  // Permissions and the form of REST responses; the services behind them have their own tests.
  'server/access.test.ts',
  'server/rest/contract.test.ts',
  'server/rest/openApi.test.ts',
  'server/apiKeys/apiKeyScopes.test.ts',
  // In-memory documents, and the names of metrics.
  'server/graphql/documentStore.test.ts',
  'server/http/acceptable.test.ts',
  // Cached public responses, and pages around products that other tests cover.
  'server/graphql/fastPath.test.ts',
  'server/pages/pages.test.ts',
  // Requests to Stripe; the saga, whose tests remain, writes their results.
  'server/payments/stripe/stripeFlows.test.ts',
  'server/payments/stripe/stripeProvider.test.ts',
  'server/payments/stripe/stripeShop.test.ts',
  // Rows of docs/asvs.json: headers, origins, content types, file paths.
  'server/http/asvs.test.ts',
  // GraphQL over HTTP, by the audits of graphql-http.
  'server/http/audits.test.ts',
  // Methods, targets and documents that are refused, and operations by their hash.
  'server/http/allowMethods.test.ts',
  'server/http/graphqlOverHttp.test.ts',
  'server/http/longNames.test.ts',
  'server/http/operationsByHash.test.ts',
  'server/http/rawTargets.test.ts',
  'server/graphql/dateTime.test.ts',
  // Documents with null, which are refused before any resolver.
  'server/graphql/nullArguments.test.ts',
  // Commands with wrong arguments, and make-admin, whose repository remains.
  'server/process/commandLine.test.ts',
  // The client's files, and the page's policy with Stripe.
  'server/http/clientFiles.test.ts',
  'server/http/stripePolicy.test.ts',
  // Foreign clients of GraphQL, a foreign SMTP server and a foreign collector of traces.
  'server/http/foreignClients.test.ts',
  'server/mail/foreignServer.test.ts',
  'server/process/foreignCollector.test.ts',
  // Malformed requests and slow clients.
  'server/http/connections.test.ts',
  // The cost of documents.
  'server/http/hostileDocuments.test.ts',
  'server/http/protocol.test.ts',
  // Rate limits in one process; sharedLimits.test.ts, which remains, covers shared ones.
  'server/http/rateLimits.test.ts',
  // Size, shape and encoding of a body.
  'server/http/requestBody.test.ts',
  'server/http/securityHeaders.test.ts',
  'server/http/logging.test.ts',
  // Limits of concurrent work and connections.
  'server/http/workLimits.test.ts',
  'server/resilience/connectionLimits.test.ts',
  // Cache entries for keys that do not exist.
  'server/resilience/hostileKeys.test.ts',
  // Metrics, traces and checks of dependencies.
  'server/process/metrics.test.ts',
  'server/process/traces.test.ts',
  'server/process/monitorDependencies.test.ts',
  // The fakes of Stripe, with Stripe's own client.
  'server/testing/stripe/joiningProxy.test.ts',
  // Whole days, kills and signals of the shop's process: the commands are those of the services.
  'server/resilience/dayInTheShop.test.ts',
  'server/resilience/paperKills.test.ts',
  'server/resilience/mailKills.test.ts',
  'server/resilience/noticeKills.test.ts',
  'server/resilience/webhookKills.test.ts',
  'server/resilience/shopOrderKills.test.ts',
  'server/process/shutdown.test.ts',
  // Work that is cut off between two commands, and sold by several callers: races.test.ts and buyingRaces.test.ts remain.
  'server/shopOrders/interruptedWork.test.ts',
  'server/checkout/soldElsewhere.test.ts',
  'server/checkout/changedPurchase.test.ts',
  'server/checkout/ownHolds.test.ts',
  'server/checkout/closedBuying.test.ts',
  'server/orders/soldPieces.test.ts',
  'server/orders/capturePayments.test.ts',
  'server/stock/returnPieces.test.ts',
  // Refusals, permissions and limits.
  'server/graphql/idempotencyRights.test.ts',
  'server/graphql/severalMutations.test.ts',
  'server/graphql/commandsPerOperation.test.ts',
  'server/http/oneCall.test.ts',
  'server/apiKeys/wrongApiKeys.test.ts',
  'server/checkout/cardNumbers.test.ts',
  'server/messages/refusedMessages.test.ts',
  'server/notices/noticeLimits.test.ts',
  'server/shopOrders/whoSeesOrders.test.ts',
  // Settings and papers: the same reads and writes with other values.
  'server/taxes/taxSettings.test.ts',
  'server/seller/sellerSettings.test.ts',
  'server/settings/settingsReader.test.ts',
  'server/settings/isExample.test.ts',
  'server/documents/papers.test.ts',
  'server/shopOrders/severalOrders.test.ts',
  'server/audit/auditWrites.test.ts',
  // Products and stock through other doors.
  'server/store/setStoreQuantity.test.ts',
  'server/store/bulkUpdateProducts.test.ts',
  'server/inventory/inventoryOverHttp.test.ts',
  'server/inventory/importedCounts.test.ts',
  'server/products/knownCategories.test.ts',
  'server/products/productsBySlugs.test.ts',
  'server/products/catalogueSample.test.ts',
  'server/rest/oneProduct.test.ts',
];
