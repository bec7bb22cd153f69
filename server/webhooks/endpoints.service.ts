import { auditText } from '../audit/auditText';
import type { AuditChange } from '../audit/audit.repository';
import { withAudit } from '../audit/withAudit';
import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { newId } from '../database/newId';
import { BadInputError, ConflictError, NotFoundError } from '../errors';
import { parseInput } from '../graphql/input';
import { undeliverableReason } from './endpointUrl';
import {
  maximumEndpoints,
  type EndpointChange,
  type EndpointSecret,
  type WebhookEndpointDocument,
} from './webhookEndpoints.repository';
import { createEndpointInput, updateEndpointInput, webhookIdInput } from './webhooks.input';
import { secretFingerprint, newSecret } from './webhookSecrets';

/** The only response that contains the secret. */
export interface EndpointWithSecret {
  readonly webhookEndpoint: WebhookEndpointDocument;
  readonly secret: string;
}

const dayMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;
/** How long a replaced secret keeps signing. */
const overlapMs = 24 * 60 * 60_000;
/** That sign at the same time, the present one included. */
const maximumSecrets = 3;

export async function listEndpoints(context: Context): Promise<WebhookEndpointDocument[]> {
  await authorize(context, 'webhookEndpoints');
  return context.repositories.webhookEndpoints.list();
}

export async function requireEndpoint({ repositories }: Context, id: string): Promise<WebhookEndpointDocument> {
  const endpoint = await repositories.webhookEndpoints.find(id);
  if (!endpoint) throw new NotFoundError('There is no such endpoint.', 'id');
  return endpoint;
}

/** Id and secret are derived from the Idempotency-Key, so that a retry creates no second endpoint and returns the same secret. */
export async function createEndpoint(context: Context, input: unknown): Promise<EndpointWithSecret> {
  const { viewer } = await authorize(context, 'createWebhookEndpoint');
  const { url, events, description } = parseInput(createEndpointInput, input);
  const _id = newId(context).toHexString();
  const secretId = newId(context).toHexString();
  const secret = await newSecret(context.webhooks.secrets, _id, secretId);
  const earlier = context.idempotencyKey === null ? null : await context.repositories.webhookEndpoints.find(_id);
  if (earlier) return answeredAgain(context, earlier, secretId, secret);
  if (context.wasDone) throw new ConflictError('This request was made before, and its endpoint was deleted.');
  refuseUndeliverable(context, url);
  const createdAt = context.now();
  const endpoint: WebhookEndpointDocument = {
    ...{ _id, url, description: description ?? '', events, status: 'active' },
    secrets: [{ id: secretId, fingerprint: secretFingerprint(secret), createdAt, endsAt: null }],
    ...{ failingSince: null, dropped: 0, createdByUid: viewer.uid, createdAt, version: 1 },
  };
  const intent = { actorUid: viewer.uid, kind: 'CREATE_WEBHOOK', subject: auditText(url), subjectId: _id } as const;
  await withAudit(context, { ...intent, changes: changesOf(null, endpoint) }, () => insertBounded(context, endpoint));
  return { webhookEndpoint: endpoint, secret };
}

/** Checked after the insert, so that concurrent inserts see each other. */
async function insertBounded({ repositories: { webhookEndpoints } }: Context, endpoint: WebhookEndpointDocument) {
  await webhookEndpoints.insert(endpoint);
  if ((await webhookEndpoints.list()).length <= maximumEndpoints) return;
  await webhookEndpoints.delete(endpoint._id);
  throw new ConflictError(`There are ${maximumEndpoints} endpoints already. Delete one first.`);
}

/** The result for a retry of the request that created the secret, for a day. */
function answeredAgain(
  context: Context,
  endpoint: WebhookEndpointDocument,
  secretId: string,
  secret: string,
): EndpointWithSecret {
  const [present] = endpoint.secrets;
  const isFresh = present?.id === secretId && context.now().getTime() - present.createdAt.getTime() < dayMs;
  if (!isFresh) throw secretWasShown();
  return { webhookEndpoint: endpoint, secret };
}

const secretWasShown = () => new ConflictError('This request was made before, and its secret was shown.');

function refuseUndeliverable({ webhooks }: Context, url: string): void {
  const reason = undeliverableReason(url, webhooks.rules);
  if (reason !== null) throw new BadInputError(reason, 'url');
}

export async function updateEndpoint(context: Context, input: unknown): Promise<WebhookEndpointDocument> {
  const { viewer } = await authorize(context, 'updateWebhookEndpoint');
  const { id, version, url, events, description, isActive } = parseInput(updateEndpointInput, input);
  const endpoint = await requireEndpoint(context, id);
  if (endpoint.version !== version) throw changedMeanwhile();
  if (url !== null) refuseUndeliverable(context, url);
  const change: EndpointChange = {
    ...(url !== null && { url }),
    ...(events !== null && { events }),
    ...(description !== null && { description }),
    ...(isActive === false && endpoint.status === 'active' && { status: 'paused' }),
    ...(isActive === true && endpoint.status !== 'active' && { status: 'active', failingSince: null, dropped: 0 }),
  };
  const changes = changesOf(endpoint, { ...endpoint, ...change });
  return withAudit(context, { ...aboutEndpoint(viewer, endpoint), kind: 'CHANGE_WEBHOOK', changes }, () =>
    changeOrRefuse(context, endpoint, change),
  );
}

async function changeOrRefuse({ repositories }: Context, endpoint: WebhookEndpointDocument, change: EndpointChange) {
  const changed = await repositories.webhookEndpoints.change(endpoint, change);
  if (!changed) throw changedMeanwhile();
  return changed;
}

const changedMeanwhile = () =>
  new ConflictError('This endpoint was changed meanwhile. Look at it again; what you typed is kept.', 'version');

/** The new secret signs at once, the previous one for another day. */
export async function rotateSecret(context: Context, input: unknown): Promise<EndpointWithSecret> {
  const { viewer } = await authorize(context, 'rotateWebhookSecret');
  const endpoint = await requireEndpoint(context, parseInput(webhookIdInput, input).id);
  const secretId = newId(context).toHexString();
  const secret = await newSecret(context.webhooks.secrets, endpoint._id, secretId);
  if (endpoint.secrets.some((each) => each.id === secretId)) return answeredAgain(context, endpoint, secretId, secret);
  if (context.wasDone) throw secretWasShown();
  const now = context.now();
  const endsAt = new Date(now.getTime() + overlapMs);
  const others = endpoint.secrets
    .filter((each) => each.endsAt === null || each.endsAt > now)
    .map((each) => (each.endsAt === null ? { ...each, endsAt } : each));
  refuseFourthSecret(others, now);
  const added = { id: secretId, fingerprint: secretFingerprint(secret), createdAt: now, endsAt: null };
  const secrets = [added, ...others];
  const webhookEndpoint = await withAudit(
    context,
    { ...aboutEndpoint(viewer, endpoint), kind: 'ROTATE_WEBHOOK_SECRET', changes: [] },
    () => changeOrRefuse(context, endpoint, { secrets }),
  );
  return { webhookEndpoint, secret };
}

/** A replaced secret signs for as long as was promised, so another one has to wait for the oldest to end. */
function refuseFourthSecret(others: readonly EndpointSecret[], now: Date): void {
  const oldest = others.at(-1)?.endsAt ?? null;
  if (others.length < maximumSecrets || oldest === null) return;
  const waitMs = oldest.getTime() - now.getTime();
  const hours = Math.ceil(waitMs / hourMs);
  const wait = hours === 1 ? 'within the hour' : `in ${hours} hours`;
  throw new ConflictError(
    `The last two secrets before this one still sign, for 24 hours each. Another one can be made ${wait}.`,
    undefined,
    Math.ceil(waitMs / 1_000),
  );
}

/** Deletes its deliveries as well. What a crash leaves behind expires. */
export async function deleteEndpoint(context: Context, input: unknown): Promise<WebhookEndpointDocument> {
  const { viewer } = await authorize(context, 'deleteWebhookEndpoint');
  const endpoint = await requireEndpoint(context, parseInput(webhookIdInput, input).id);
  const { webhookEndpoints, webhookDeliveries } = context.repositories;
  const changes = changesOf(endpoint, null);
  return withAudit(context, { ...aboutEndpoint(viewer, endpoint), kind: 'DELETE_WEBHOOK', changes }, async () => {
    if (!(await webhookEndpoints.delete(endpoint._id))) throw new NotFoundError('There is no such endpoint.', 'id');
    await webhookDeliveries.deleteOf(endpoint._id);
    return endpoint;
  });
}

const aboutEndpoint = (viewer: { readonly uid: string }, { _id, url, version }: WebhookEndpointDocument) => ({
  ...{ actorUid: viewer.uid, subject: auditText(url), subjectId: _id, subjectVersion: version },
});

type Logged = Pick<WebhookEndpointDocument, 'url' | 'description' | 'events' | 'status'>;

function changesOf(before: Logged | null, after: Logged | null): AuditChange[] {
  const textOf = (endpoint: Logged | null, field: keyof Logged): string | null => {
    const value = endpoint?.[field] ?? null;
    return auditText(Array.isArray(value) ? value.join(', ') : (value as string | null));
  };
  return (['url', 'description', 'events', 'status'] as const).flatMap((field) => {
    const [from, to] = [textOf(before, field), textOf(after, field)];
    return from === to ? [] : [{ field, before: from, after: to }];
  });
}
