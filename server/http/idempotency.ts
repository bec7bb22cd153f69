import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { OperationTypeNode, getOperationAST, parse } from 'graphql';
import type { Identity } from '../auth/identity';
import { isAdmin, signedInIfPossible } from '../authorize';
import type { SignedIn } from '../context';
import type { Held, IdempotencyRepository } from '../database/idempotency.repository';
import {
  BadInputError,
  ConflictError,
  IdempotencyKeyReusedError,
  UnauthenticatedError,
  type ErrorCode,
} from '../errors';
import { rootFields } from '../graphql/rootFields';
import { policy, type Access } from '../policy';
import { stateOf } from './requestState';

interface Settings {
  readonly keys: IdempotencyRepository;
  readonly identity: Pick<Identity, 'checkRevoked'>;
  readonly now: () => Date;
  /** How long a request waits for an equal one that is still running. */
  readonly patienceMs?: number;
}

const longestKey = 255;

/**
 * The same key and body give the first answer again for a day (decision 4). A caller without a valid token is a network
 * address, and has keys only for what anybody may do: every other call of theirs is refused each time.
 */
export function idempotency({ keys, identity, now, patienceMs = 10_000 }: Settings): RequestHandler {
  return async (request, response, next) => {
    const key = request.get('idempotency-key');
    if (key === undefined || !changesSomething(request)) return next();
    if (key.length === 0 || key.length > longestKey)
      throw new BadInputError('The Idempotency-Key must have 1 to 255 characters.');
    const caller = await signedInIfPossible(stateOf(response));
    if (!caller && !isOpenToAll(request)) return next();
    const scope = scopeOf(caller, stateOf(response).client);
    const claim = { scope, key, fingerprint: fingerprintOf(request), holder: randomUUID(), now: now() };
    stateOf(response).idempotencyKey = `${claim.scope}\n${key}\n${claim.fingerprint}`;
    const givenUpAt = performance.now() + patienceMs;
    for (let wait = 10; ; wait = Math.min(250, wait * 2)) {
      const held = await keys.claim(claim).catch(giveBack(keys, claim));
      if (held.state === 'reused') throw new IdempotencyKeyReusedError();
      if (held.state === 'done') {
        if (caller && (await sessionEnded(identity, caller))) return next();
        return replay(request, response, held);
      }
      if (held.state === 'claimed') break;
      if (performance.now() > givenUpAt)
        throw new ConflictError('A request with this Idempotency-Key is still running.');
      await delay(wait);
    }
    keepAnswer(response, keys, claim, caller === null);
    next();
  };
}

/** What an admin was answered is replayed to an admin only: whoever is one no longer has keys of their own. */
function scopeOf(caller: SignedIn | null, client: string): string {
  if (!caller) return `anonymous ${client}`;
  return isAdmin(caller) ? `${caller.viewer.uid} admin` : caller.viewer.uid;
}

/** The database may have made the claim all the same: whoever comes again is not to wait for a request that is over. */
function giveBack(keys: IdempotencyRepository, claim: Held): (error: unknown) => never {
  return (error) => {
    void settleLater(() => keys.release(claim));
    throw error;
  };
}

/** Whoever holds a token that is no longer good gets the refusal that any other call of theirs gets, not the old answer. */
async function sessionEnded(identity: Settings['identity'], { viewer }: SignedIn): Promise<boolean> {
  try {
    await identity.checkRevoked(viewer.token, { fresh: true });
    return false;
  } catch (error) {
    if (error instanceof UnauthenticatedError) return true;
    throw error;
  }
}

/** Reads are never replayed, and neither are tokens, which end before a key does and are stored nowhere. */
function changesSomething(request: Request): boolean {
  if (request.baseUrl !== '/graphql')
    return ['POST', 'PATCH', 'DELETE'].includes(request.method) && request.path !== '/jwt';
  const fields = mutationFields(request);
  return fields.length > 0 && !fields.includes('createAccessToken');
}

function isOpenToAll(request: Request): boolean {
  const open: Readonly<Record<string, Access>> = policy;
  const fields = request.baseUrl === '/graphql' ? mutationFields(request) : [];
  return fields.length > 0 && fields.every((field) => open[field] === 'public');
}

/** The root fields of a GraphQL mutation; of anything else none. */
function mutationFields(request: Request): string[] {
  const { query, operationName } = request.body as { query?: unknown; operationName?: unknown };
  if (request.method !== 'POST' || typeof query !== 'string') return [];
  try {
    const document = parse(query, { maxTokens: 500, noLocation: true });
    const operation = getOperationAST(document, typeof operationName === 'string' ? operationName : undefined);
    if (operation?.operation !== OperationTypeNode.MUTATION) return [];
    return rootFields(operation.selectionSet, document);
  } catch {
    return [];
  }
}

/** A password, which the REST table drops unread, is not in it. */
function fingerprintOf(request: Request): string {
  const body = { ...(request.body as object), password: undefined };
  const text = JSON.stringify([request.method, request.baseUrl + request.path, request.query, body]);
  return createHash('sha256').update(text).digest('base64');
}

function replay(request: Request, response: Response, { status, body }: { status: number; body: string }): void {
  const graphqlType = 'application/graphql-response+json';
  const wanted = request.baseUrl === '/graphql' ? request.accepts(['application/json', graphqlType]) : false;
  response.setHeader('Idempotent-Replayed', 'true');
  response.setHeader('Content-Type', `${wanted === graphqlType ? graphqlType : 'application/json'}; charset=utf-8`);
  response.status(status).send(body);
}

const passing = new Set<unknown>([
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
  'RATE_LIMITED',
  'UNAUTHENTICATED',
] satisfies (ErrorCode | 'INTERNAL_SERVER_ERROR')[]);

/**
 * A failure is never kept, also not one that stands beside a good answer in GraphQL. 401 and 429 ask for the same request
 * again, with another token or later: kept, they would refuse that one too.
 */
function isFinal(status: number, body: string): boolean {
  if (status >= 500 || status === 401 || status === 429) return false;
  return !errorsIn(body).some((error) => passing.has(codeOf(error)));
}

function errorsIn(body: string): readonly unknown[] {
  const { errors } = JSON.parse(body) as { errors?: unknown };
  return Array.isArray(errors) ? errors : [];
}

/** Longer refusals are not kept: they repeat what the caller wrote, and come out the same again. */
const longestRefusal = 8_192;
const ofDocument = new Set<unknown>([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
]);

/** Nothing has been done: a document that is refused, or what a stranger is refused, must not fill the database. */
function repeatsItself(status: number, body: string, isAnonymous: boolean): boolean {
  const errors = errorsIn(body);
  if ((status < 400 && errors.length === 0) || hasDone(body)) return false;
  return (
    isAnonymous || Buffer.byteLength(body) > longestRefusal || errors.some((error) => ofDocument.has(codeOf(error)))
  );
}

/** A refusal may stand beside what was done. */
function hasDone(body: string): boolean {
  const { data } = JSON.parse(body) as { data?: object | null };
  return Object.values(data ?? {}).some((value) => value !== null);
}

function codeOf(error: unknown): unknown {
  return (error as { extensions?: { code?: unknown } } | null)?.extensions?.code;
}

/** Keeps a 2xx or 4xx answer before it is sent, so that whoever has seen it gets it again. */
function keepAnswer(response: Response, keys: IdempotencyRepository, claim: Held, isAnonymous: boolean): void {
  const send = response.send.bind(response);
  response.send = (body: unknown) => {
    // Express hands objects to json(), which comes back here with text.
    if (typeof body !== 'string') return send(body);
    response.send = send;
    const status = response.statusCode;
    const isKept = isFinal(status, body) && !repeatsItself(status, body, isAnonymous);
    const settle = () => (isKept ? keys.complete(claim, { status, body }) : keys.release(claim));
    void settle()
      .catch((error: unknown) => {
        stateOf(response).log.warn({ err: error }, 'Idempotency key not settled; it is tried again');
        void settleLater(settle);
      })
      .then(() => send(body));
    return response;
  };
}

const settleEveryMs = 500;
/** Well before the claim counts as abandoned, and may be another caller's. */
const settleWithinMs = 30_000;

/** The database was away: whoever repeats the call is not to be told for a minute that it is still at work. */
async function settleLater(settle: () => Promise<void>): Promise<void> {
  for (const until = performance.now() + settleWithinMs; performance.now() < until;) {
    await delay(settleEveryMs, undefined, { ref: false });
    const isSettled = await settle().then(
      () => true,
      () => false,
    );
    if (isSettled) return;
  }
}
