/**
 * Files that `npm run test:databases` leaves out: their subject is what the shop does with a request before any repository is asked, or
 * what it keeps itself. They start a whole shop, and so a database, but what they read or write of it shows only that something was
 * let through or was not, and other files that stay read and write the same by the same repositories.
 */
export const suitesOfOneDatabase: readonly string[] = [
  // The demo shop is made by the services whose own files stay: its products, purchases and shipments, one after the other.
  'server/demo/insertDemoShop.test.ts',
  // Who may call what, and the form of each answer by REST: the services behind it have files of their own.
  'server/access.test.ts',
  'server/rest/contract.test.ts',
  'server/rest/openApi.test.ts',
  'server/apiKeys/apiKeyScopes.test.ts',
  // Documents in memory, and the names of metrics.
  'server/graphql/documentStore.test.ts',
  'server/http/acceptable.test.ts',
  // What is the same for everybody, kept: its text, and the pages around the products of other files.
  'server/graphql/fastPath.test.ts',
  'server/pages/pages.test.ts',
  // What is asked of Stripe; what comes of its answers is written by the saga, whose files stay.
  'server/payments/stripe/stripeFlows.test.ts',
  'server/payments/stripe/stripeProvider.test.ts',
  'server/payments/stripe/stripeShop.test.ts',
  // Rows of docs/asvs.json: headers, origins, content types, paths of files.
  'server/http/asvs.test.ts',
  // GraphQL over HTTP, by the audits of graphql-http.
  'server/http/audits.test.ts',
  // Bytes that no HTTP client sends, and clients that are slow.
  'server/http/connections.test.ts',
  // The cost of documents.
  'server/http/hostileDocuments.test.ts',
  'server/http/protocol.test.ts',
  // Calls counted by one process; those that several share are in sharedLimits.test.ts, which stays.
  'server/http/rateLimits.test.ts',
  // Size, shape and encoding of a body.
  'server/http/requestBody.test.ts',
  'server/http/securityHeaders.test.ts',
  'server/http/logging.test.ts',
  // How much work and how many connections a process takes on.
  'server/http/workLimits.test.ts',
  'server/resilience/connectionLimits.test.ts',
  // What the caches of a process keep of keys that nobody stores.
  'server/resilience/hostileKeys.test.ts',
  // What is counted, traced and told of other services.
  'server/process/metrics.test.ts',
  'server/process/traces.test.ts',
  'server/process/monitorDependencies.test.ts',
  // It kills an embedded database of its own, and waits the usual time for it.
  'server/resilience/noticeOutages.test.ts',
  // The stand-ins for Stripe, by Stripe's package.
  'server/testing/stripe/joiningProxy.test.ts',
];
