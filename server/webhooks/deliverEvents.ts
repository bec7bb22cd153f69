import type { Logger } from 'pino';
import { forEachConcurrently } from '../database/forEachConcurrently';
import { nextRetryAt } from '../database/nextRetryAt';
import type { Shutdown } from '../database/sweepPeriodically';
import { unobserved, type ObserveCall } from '../telemetry/observeCall';
import { signatureOf } from '../text/signature';
import type { AddressRules } from './endpointUrl';
import { postEvent, type PostResult } from './postEvent';
import { retryAfterMs } from './retryAfter';
import type {
  DeliveryChange,
  DeliveryLane,
  WebhookDeliveriesRepository,
  WebhookDeliveryDocument,
} from './webhookDeliveries.repository';
import type { WebhookEndpointDocument, WebhookEndpointsRepository } from './webhookEndpoints.repository';
import { secretsInUse, type SecretSource } from './webhookSecrets';

export interface DeliveryDeps {
  readonly repositories: {
    readonly webhookEndpoints: Pick<WebhookEndpointsRepository, 'find' | 'noteSuccess' | 'noteFailure' | 'disable'>;
    readonly webhookDeliveries: Pick<WebhookDeliveriesRepository, 'findDue' | 'change'>;
  };
  readonly rules: AddressRules;
  readonly secrets: SecretSource;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly countGivenUp?: () => void;
  readonly watch?: ObserveCall;
  /** Response timeout. */
  readonly timeoutMs?: number;
}

const batchSize = 20;
/** Concurrency per endpoint and lane; the limit of ten endpoints bounds the process. */
const concurrency = 2;
const minuteMs = 60_000;
const usualTimeoutMs = 10_000;
/** Longer than any attempt: when a lease expires, its attempt is over. */
const leaseMs = minuteMs;
const backoffMs = [0.5, 2, 10, 30, 60, 120, 240, 480].map((minutes) => minutes * minuteMs);
const retryWindowMs = 48 * 60 * minuteMs;
const disabledAfterMs = 7 * 24 * 60 * minuteMs;
/** Longer than the longest pause between two attempts. */
const seriesMs = 24 * 60 * minuteMs;

/** Sends due deliveries of one endpoint and lane, independently of the others. */
export async function deliverLane(deps: DeliveryDeps, endpointId: string, lane: DeliveryLane, ending: Shutdown) {
  const { repositories, now } = deps;
  while (!ending.isStopped()) {
    const due = await repositories.webhookDeliveries.findDue({ endpointId, lane }, now(), batchSize);
    await forEachConcurrently(due, {
      ...{ concurrency, ending },
      work: (delivery) => send(deps, delivery, ending.stopping),
      // It is due again when its lease expires.
      onFailure: ({ _id: delivery }, err) => deps.log.warn({ delivery, err }, 'a webhook has to wait'),
    });
    if (due.length < batchSize) return;
    // Deliveries that could not be claimed, e.g. of a paused endpoint, are not retried at once.
    if ((await repositories.webhookEndpoints.find(endpointId))?.status !== 'active') return;
  }
}

async function send(deps: DeliveryDeps, delivery: WebhookDeliveryDocument, stopping: AbortSignal): Promise<void> {
  const { repositories, now } = deps;
  // Re-read: it may have been paused, or its secret rotated.
  const endpoint = await repositories.webhookEndpoints.find(delivery.endpointId);
  if (endpoint?.status !== 'active') return;
  const claimed = await repositories.webhookDeliveries.change(delivery, {
    ...{ status: 'SENDING', attempts: delivery.attempts + 1, dueAt: new Date(now().getTime() + leaseMs) },
    ...{ firstAttemptAt: delivery.firstAttemptAt ?? now(), lastAttemptAt: now() },
  });
  // Claimed by another process.
  if (!claimed) return;
  const startedAt = performance.now();
  const result = await attempt(deps, endpoint, claimed, stopping);
  // Aborted by shutdown: another process retries when the lease expires.
  if (stopping.aborted && result.result === 'FAILED') return;
  const responseMs = Math.round(performance.now() - startedAt);
  await note(deps, endpoint, claimed, { ...outcomeOf(result, now()), responseMs });
}

async function attempt(
  { secrets, rules, now, watch = unobserved, timeoutMs = usualTimeoutMs }: DeliveryDeps,
  endpoint: WebhookEndpointDocument,
  { body, eventId }: WebhookDeliveryDocument,
  stopping: AbortSignal,
): Promise<PostResult> {
  const inUse = await secretsInUse(secrets, endpoint, now());
  if (inUse.length === 0)
    return {
      result: 'FAILED',
      reason: 'Its secret cannot be made any more: WEBHOOKS_KEY has changed. Rotate the secret.',
    };
  const headers = { 'kiosk-event-id': eventId, 'kiosk-signature': signatureOf(Buffer.from(body), inUse, now()) };
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
  return watch('deliver', () => postEvent({ url: endpoint.url, body, headers, rules, signal }), resultOf);
}

const isDelivering = (status: number): boolean => status >= 200 && status < 300;

/** Its label in metrics. */
function resultOf(post: PostResult): 'delivered' | 'refused' | 'error' {
  if (post.result === 'FAILED') return 'error';
  return isDelivering(post.status) ? 'delivered' : 'refused';
}

interface Outcome {
  readonly isDelivered: boolean;
  /** The pause requested by the endpoint. */
  readonly wantedMs: number;
  readonly responseStatus: number | null;
  readonly lastError: string | null;
}

function outcomeOf(post: PostResult, now: Date): Outcome {
  if (post.result === 'FAILED')
    return { isDelivered: false, wantedMs: 0, responseStatus: null, lastError: post.reason };
  const { status: responseStatus, retryAfter } = post;
  if (isDelivering(responseStatus)) return { isDelivered: true, wantedMs: 0, responseStatus, lastError: null };
  const isRedirect = responseStatus >= 300 && responseStatus < 400;
  const lastError = isRedirect
    ? 'It was answered by a redirect, which is not followed.'
    : 'It was not answered by a 2xx.';
  return { isDelivered: false, wantedMs: retryAfterMs(responseStatus, retryAfter, now), responseStatus, lastError };
}

async function note(
  deps: DeliveryDeps,
  endpoint: WebhookEndpointDocument,
  delivery: WebhookDeliveryDocument,
  { isDelivered, wantedMs, ...outcome }: Outcome & { readonly responseMs: number },
): Promise<void> {
  const { repositories, now, log } = deps;
  const { _id, attempts } = delivery;
  const change = { ...changeAfter(delivery, { isDelivered, wantedMs }, now()), ...outcome };
  const changed = await repositories.webhookDeliveries.change(delivery, change);
  if (changed?.status === 'FAILED') deps.countGivenUp?.();
  if (change.status === 'FAILED') log.warn({ delivery: _id, attempts }, 'a webhook could not be delivered');
  else log.info({ delivery: _id, attempts, outcome: change.status }, 'a webhook was tried');
  await followEndpoint(deps, endpoint, isDelivered);
}

function changeAfter(
  delivery: WebhookDeliveryDocument,
  { isDelivered, wantedMs }: Pick<Outcome, 'isDelivered' | 'wantedMs'>,
  now: Date,
): DeliveryChange {
  if (isDelivered) return { status: 'DELIVERED', dueAt: null };
  const dueAt = nextRetryAt(delivery, { backoffMs, retryWindowMs, wantedMs }, now);
  return dueAt ? { status: 'PENDING', dueAt } : { status: 'FAILED', dueAt: null };
}

/** Disables an endpoint that has failed for a week. */
async function followEndpoint(
  { repositories, now, log }: DeliveryDeps,
  { _id }: WebhookEndpointDocument,
  isDelivered: boolean,
) {
  const { webhookEndpoints } = repositories;
  if (isDelivered) return webhookEndpoints.noteSuccess(_id);
  // One that was asked nothing for a while may have been in order meanwhile.
  await webhookEndpoints.noteFailure(_id, now(), new Date(now().getTime() - seriesMs));
  if (await webhookEndpoints.disable(_id, new Date(now().getTime() - disabledAfterMs)))
    log.warn({ endpoint: _id }, 'a webhook endpoint is disabled: nothing has arrived for 7 days');
}
