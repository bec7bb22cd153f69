import { createHash } from 'node:crypto';
import { withAudit } from '../audit/withAudit';
import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { newId } from '../database/newId';
import { ConflictError, NotFoundError } from '../errors';
import { pageInput, parseInput } from '../graphql/input';
import { listingOf, type ListArguments, type Listing } from '../lists/connection';
import type { SortOrder } from '../lists/position';
import { countMatching, indexedList, pageRequest, readPage } from '../lists/readList';
import { requireEndpoint } from './endpoints.service';
import { newDelivery } from './newDelivery';
import type { WebhookDeliveryDocument } from './webhookDeliveries.repository';
import { deliveryFilterInput, webhookIdInput } from './webhooks.input';

export type DeliveryListing = Listing<WebhookDeliveryDocument>;

const newest: SortOrder = { field: 'createdAt', direction: -1, isRarelyTied: true, hasTextIds: true };
const ids = /^.{1,200}$/s;

export async function listDeliveries(context: Context, input: ListArguments): Promise<DeliveryListing> {
  await authorize(context, 'webhookDeliveries');
  const { endpointId, status, eventType } = parseInput(deliveryFilterInput, input.filter);
  const conditions = {
    ...(endpointId !== null && { endpointId }),
    ...(status !== null && { status }),
    ...(eventType !== null && { type: eventType }),
  };
  const request = pageRequest(parseInput(pageInput, input), ['webhookDeliveries', conditions], ids);
  const list = indexedList(context.repositories.webhookDeliveries.list, newest, conditions);
  return listingOf({
    read: () => readPage(list, request),
    countRows: () => countMatching(list),
    countOnce: (count) => context.loaders.count(['webhookDeliveries', conditions], count),
  });
}

/** Sent only to this endpoint, whatever it subscribes to. */
export async function sendTestEvent(context: Context, input: unknown): Promise<WebhookDeliveryDocument> {
  const { viewer } = await authorize(context, 'sendTestEvent');
  const endpoint = await requireEndpoint(context, parseInput(webhookIdInput, input).id);
  if (endpoint.status !== 'active')
    throw new ConflictError('This endpoint is not active: nothing is sent to it.', 'id');
  const { webhookDeliveries } = context.repositories;
  const id = `evt_${createHash('sha256').update(newId(context).toHexString()).digest('hex').slice(0, 32)}`;
  const event = { id, type: 'webhook.test', at: context.now(), data: { endpointId: endpoint._id } } as const;
  const delivery = newDelivery(event, endpoint._id, context.now());
  const intent = { actorUid: viewer.uid, kind: 'SEND_TEST_EVENT', subject: 'webhook.test' } as const;
  return withAudit(context, { ...intent, subjectId: delivery._id, changes: [] }, async () => {
    await webhookDeliveries.insert([delivery]);
    return (await webhookDeliveries.find(delivery._id)) ?? delivery;
  });
}

/** Starts a new series of attempts with the same event id. */
export async function resendDelivery(context: Context, input: unknown): Promise<WebhookDeliveryDocument> {
  const { viewer } = await authorize(context, 'resendWebhookDelivery');
  const { webhookDeliveries, webhookEndpoints } = context.repositories;
  const delivery = await webhookDeliveries.find(parseInput(webhookIdInput, input).id);
  if (!delivery) throw new NotFoundError('There is no such delivery.', 'id');
  const { _id: subjectId, type: subject, status, version: subjectVersion } = delivery;
  if (status !== 'DELIVERED' && status !== 'FAILED') throw isWaiting();
  const endpoint = await webhookEndpoints.find(delivery.endpointId);
  if (endpoint?.status !== 'active')
    throw new ConflictError('Its endpoint is not active: nothing is sent to it.', 'id');
  const changes = [{ field: 'status', before: status, after: 'PENDING' }];
  const intent = { actorUid: viewer.uid, kind: 'RESEND_WEBHOOK', subject, subjectId, subjectVersion } as const;
  return withAudit(context, { ...intent, changes }, async () => {
    const changed = await webhookDeliveries.change(delivery, {
      ...{ status: 'PENDING', dueAt: context.now(), attempts: 0, firstAttemptAt: null },
      ...{ responseStatus: null, responseMs: null, lastError: null },
    });
    if (!changed) throw isWaiting();
    return changed;
  });
}

const isWaiting = () => new ConflictError('This delivery is waiting to be sent.', 'id');
