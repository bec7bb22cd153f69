/**
 * Test files that `npm run test:databases` skips: they test what happens before any repository is called, or state in
 * memory. They start a shop and thus a database, but its data only show whether a request was let through, and the
 * remaining files cover the same repositories.
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
  // It kills its own embedded database and waits for the default timeout.
  'server/resilience/noticeOutages.test.ts',
  // The fakes of Stripe, with Stripe's own client.
  'server/testing/stripe/joiningProxy.test.ts',
];
