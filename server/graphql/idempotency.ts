import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { HeaderMap, type GraphQLResponse } from '@apollo/server';
import {
  getVariableValues,
  type DocumentNode,
  type FormattedExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { authorizeReplay, isAdmin, mayCall, signedInIfPossible } from '../auth/authorize';
import type { ClaimHandle, IdempotencyRequest, StoredAnswer } from '../database/idempotency.repository';
import { BadInputError, ConflictError, IdempotencyKeyReusedError, type ErrorCode } from '../errors';
import type { RequestContext } from '../http/requestState';
import { policy, type Operation } from '../policy';
import { mayRetrySucceed } from './itemFailure';
import { rootFields } from './rootFields';

/** Status and headers of the response as a whole. */
export interface AnswerHead {
  readonly status: number;
  /** Whether it has a Retry-After. */
  readonly isTemporary: boolean;
}

/** A mutation that is valid and charged, before its execution. */
export interface IdempotentCall {
  readonly context: RequestContext;
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly source: string;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface IdempotentRequest {
  /** The response to an earlier request, replayed for this one. */
  readonly replay?: GraphQLResponse;
  /** Stores the response before it is sent, so that a client that has seen it gets it again; otherwise releases the key. */
  readonly settle?: (http: AnswerHead, result: FormattedExecutionResult) => Promise<void>;
}

/** Responses that contain a guest's token, an API key or a webhook secret. */
const showsSecret = new Set(['startCheckout', 'createApiKey', 'createWebhookEndpoint', 'rotateWebhookSecret']);

const maxKeyLength = 255;
/** How long a request waits for a concurrent duplicate. */
const timeoutMs = 10_000;

/**
 * The same key and call replay the first response for a day (decision note 0004). A caller without a valid token is
 * identified by network address. Nothing is stored for a call that the caller may not make: it is rejected each time.
 */
export async function beginIdempotent(call: IdempotentCall): Promise<IdempotentRequest> {
  const { context } = call;
  const key = context.request.givenKey;
  const fields = rootFields(call.operation.selectionSet, call.document);
  // Tokens expire before a key does, and are never stored.
  if (key === undefined || fields.includes('createAccessToken')) return {};
  if (key.length === 0 || key.length > maxKeyLength)
    throw new BadInputError('The Idempotency-Key must have 1 to 255 characters.');
  const usedFor = describe(call);
  const caller = await signedInIfPossible(context);
  if (usedFor === null || !fields.some((field) => mayCall(caller, field))) return {};
  const scope = caller?.viewer.uid ?? `anonymous ${context.request.client}${guestOf(context.request)}`;
  const mac = await context.repositories.shopKey.mac(usedFor);
  context.idempotencyKey = `${scope}\n${key}\n${mac}`;
  const claim = { scope, key, mac, asAdmin: isAdmin(caller), holder: randomUUID(), now: context.now() };
  const done = await claimOrWait(context, claim);
  const hidesAnswer = fields.some((field) => showsSecret.has(field));
  if (done === null) return { settle: settler(context, claim, { isAnonymous: caller === null, hidesAnswer }) };
  // Secrets are never stored: the id is derived from the key, and a retry finds the existing record.
  if (hidesAnswer) {
    context.wasDone = true;
    return {};
  }
  const operations = fields.filter((field): field is Operation => field in policy);
  await authorizeReplay(context, operations);
  // The response may depend on who owns the record: it is executed again to authorize the caller.
  if (done.asAdmin && !claim.asAdmin && operations.some((operation) => policy[operation] === 'self')) return {};
  return { replay: replayOf(done.answer, context.requestId) };
}

/** A guest's responses are theirs alone; their token is never stored. */
const guestOf = ({ checkoutToken }: RequestContext['request']): string =>
  checkoutToken === null ? '' : ` ${createHash('sha256').update(checkoutToken).digest('base64url')}`;

/**
 * Fingerprint of a call: what is executed, so that ignored input, such as a password over REST, is not part of it.
 * null: the variables are invalid, which the execution reports.
 */
function describe({ schema, source, operation, variables }: IdempotentCall): string | null {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 1 });
  return coerced ? JSON.stringify([source, operation.name?.value, coerced]) : null;
}

interface Done {
  readonly asAdmin: boolean;
  readonly answer: StoredAnswer | null;
}

/** null: this request has the claim. */
async function claimOrWait(context: RequestContext, claim: IdempotencyRequest): Promise<Done | null> {
  const keys = context.repositories.idempotency;
  const givenUpAt = performance.now() + timeoutMs;
  for (let wait = 10; ; wait = Math.min(250, wait * 2)) {
    const held = await keys.claim(claim).catch((error: unknown) => {
      // The database may have stored the claim all the same: a retry must not wait for a request that is over.
      void retrySettle(() => keys.release(claim));
      throw error;
    });
    if (held.state === 'reused') throw new IdempotencyKeyReusedError();
    if (held.state === 'done') return held;
    if (held.state === 'claimed') return null;
    if (performance.now() > givenUpAt) throw inProgress();
    await delay(wait);
  }
}

const inProgress = () => new ConflictError('A request with this Idempotency-Key is still running.', undefined, 1);

function replayOf(answer: StoredAnswer | null, requestId: string): GraphQLResponse {
  const { status, body } = answer ?? { status: 409, body: JSON.stringify(responseNotStored(requestId)) };
  const headers = new HeaderMap([['idempotent-replayed', 'true']]);
  const singleResult = JSON.parse(body) as FormattedExecutionResult;
  return { http: { status, headers }, body: { kind: 'single', singleResult } };
}

/** It exceeded the record's limit, or an older version stored it in another format. */
function responseNotStored(requestId: string): FormattedExecutionResult {
  const message =
    'An earlier request with this Idempotency-Key was answered, and its answer is not stored. Look up what is there now.';
  return { errors: [{ message, extensions: { code: 'CONFLICT' satisfies ErrorCode, requestId } }] };
}

function settler(
  context: RequestContext,
  claim: ClaimHandle,
  { isAnonymous, hidesAnswer }: { readonly isAnonymous: boolean; readonly hidesAnswer: boolean },
): NonNullable<IdempotentRequest['settle']> {
  const keys = context.repositories.idempotency;
  return async ({ status, isTemporary }, result) => {
    const body = JSON.stringify(result);
    const isPassing = isTemporary || mayRetrySucceed(context);
    const isKept =
      !isPassing &&
      isFinal(status, result) &&
      !(isRefusal(result) && (isAnonymous || hidesAnswer || body.length > maxRejectionLength));
    const settle = () =>
      isKept ? keys.complete(claim, { status, body: hidesAnswer ? null : body }) : keys.release(claim);
    await settle().catch((error: unknown) => {
      context.log.warn({ err: error }, 'Idempotency key not settled; it is tried again');
      void retrySettle(settle);
    });
  };
}

const passing = new Set<unknown>([
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
  'RATE_LIMITED',
  'UNAUTHENTICATED',
] satisfies (ErrorCode | 'INTERNAL_SERVER_ERROR')[]);

/**
 * Failures are never stored, not even beside successful fields. A 401 and anything with a Retry-After invite a retry of
 * the same request; stored, they would reject it, too.
 */
function isFinal(status: number, { errors = [] }: FormattedExecutionResult): boolean {
  return status < 500 && !errors.some(({ extensions }) => passing.has(extensions?.['code']));
}

/** Longer rejections are not stored: nothing was executed, and they are reproducible. */
const maxRejectionLength = 4_096;

/** Nothing was executed: rejections of strangers must not fill the database. */
function isRefusal({ data, errors }: FormattedExecutionResult): boolean {
  return errors !== undefined && !Object.values(data ?? {}).some((value) => value !== null);
}

const settleEveryMs = 500;
/** Well before the claim counts as abandoned and may be taken over. */
const settleWithinMs = 30_000;

/** The database was unavailable: retries by the client must not see the call as in progress for a minute. */
async function retrySettle(settle: () => Promise<void>): Promise<void> {
  for (const until = performance.now() + settleWithinMs; performance.now() < until;) {
    await delay(settleEveryMs, undefined, { ref: false });
    const isSettled = await settle().then(
      () => true,
      () => false,
    );
    if (isSettled) return;
  }
}
