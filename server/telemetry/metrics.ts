import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { addCacheMetrics } from './cacheMetrics';
import { createCallMetrics, type CallMetrics } from './callMetrics';
import { addDependencyMetrics } from './faultyDependencies';
import { createDatabaseMetrics, type DatabaseMetrics } from './databaseMetrics';
import { addReadiness, type Readiness } from './readiness';
import { createShopGauges, type ShopGauges } from './shopGauges';
import { seconds } from './buckets';

interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** The first three on arrival, later one or more of the others. */
export type NoticeResult = 'stored' | 'repeated' | 'refused' | 'followed' | 'unknown' | 'failed';

/** Reasons for rejection: a rate limit, too many connections, or no slot for an expensive query. */
const limits = [
  ...['reads', 'writes', 'tokens', 'registrations', 'messages', 'checkouts', 'notices', 'forgedNotices', 'wrongKeys'],
  ...['connections', 'expensive'],
] as const;
type Limit = (typeof limits)[number];

export interface Metrics {
  readonly countAnswer: (answered: Answered) => void;
  readonly countOperation: (operation: string, outcome: 'ok' | 'error') => void;
  readonly countNotice: (result: NoticeResult) => void;
  readonly countRefusal: (limit: Limit) => void;
  readonly countMailGivenUp: () => void;
  readonly countDeliveryGivenUp: () => void;
  readonly calls: CallMetrics;
  readonly database: DatabaseMetrics;
  readonly figures: ShopGauges;
  /** Registers readiness and faulty dependencies of this process. */
  readonly answers: (readiness: Readiness, faultyDependencies: Parameters<typeof addDependencyMetrics>[1]) => void;
  readonly text: () => Promise<string>;
  /** The metrics of one worker, which the primary aggregates. */
  readonly counts: () => Promise<readonly { readonly type: unknown }[]>;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

/** Labels are routes, root fields and fixed names, never URLs or names chosen by callers, so the number of series is bounded. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Sampling interval of the event loop in milliseconds: the default of 10 wakes an idle process a hundred times a
  // second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const durations = new Histogram({
    name: 'kiosk_http_request_duration_seconds',
    help: 'Time to answer a request, by status code',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers,
  });
  const operations = new Counter({
    name: 'kiosk_graphql_operations_total',
    help: 'GraphQL root fields asked for, also by REST calls',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  const notices = new Counter({
    name: 'kiosk_payment_notices_total',
    help: 'Notices of the payment provider by what became of them',
    labelNames: ['result'],
    registers,
  });
  const refusals = new Counter({
    name: 'kiosk_rate_limit_refusals_total',
    help: 'Calls and connections refused because a client had too many, by the limit',
    labelNames: ['limit'],
    registers,
  });
  const mailsGivenUp = new Counter({
    name: 'kiosk_mail_given_up_total',
    help: 'Messages that could not be sent and were given up',
    registers,
  });
  const deliveriesGivenUp = new Counter({
    name: 'kiosk_webhook_deliveries_given_up_total',
    help: 'Events that no endpoint took and that were given up',
    registers,
  });
  // A counter that appears with its first event hides it from rate() and increase().
  for (const limit of limits) refusals.inc({ limit }, 0);
  for (const result of ['stored', 'repeated', 'refused', 'followed', 'unknown', 'failed']) notices.inc({ result }, 0);
  addCacheMetrics(registry);
  return {
    countAnswer: ({ method, route, status, seconds }) =>
      durations.observe({ method: methods.has(method) ? method : 'OTHER', route, status }, seconds),
    countOperation: (operation, outcome) => operations.inc({ operation, outcome }),
    countNotice: (result) => notices.inc({ result }),
    countRefusal: (limit) => refusals.inc({ limit }),
    countMailGivenUp: () => mailsGivenUp.inc(),
    countDeliveryGivenUp: () => deliveriesGivenUp.inc(),
    calls: createCallMetrics(registry),
    database: createDatabaseMetrics(registry),
    figures: createShopGauges(registry),
    answers: (readiness, faultyDependencies) => {
      addReadiness(registry, readiness);
      addDependencyMetrics(registry, faultyDependencies);
    },
    text: () => registry.metrics(),
    counts: () => registry.getMetricsAsJSON(),
  };
}
