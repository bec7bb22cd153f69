import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Logger } from 'pino';
import type { Context, SignedIn } from '../context';
import { bearsApiKey } from '../auth/viewer';
import type { AddressOf, ClientOf } from './clientAddress';

/** A read that Apollo has validated and answered without errors. */
export interface CheckedRead {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Root fields. */
  readonly fields: readonly string[];
}

/** State shared by the layers of one request. */
export interface RequestState {
  readonly id: string;
  readonly log: Logger;
  /** The client for rate limits: an address, or an API key once identified. */
  client: string;
  /** Whether an API key was sent, valid or not. */
  readonly bearsApiKey: boolean;
  readonly signedIn: () => Promise<SignedIn | null>;
  /** A label of bounded cardinality: paths contain e-mail addresses, which must not be logged. */
  route: string;
  /** The Idempotency-Key as sent. */
  readonly givenKey: string | undefined;
  /** A guest's X-Checkout-Token. */
  readonly checkoutToken: string | null;
  /** Reads charged in advance and not used yet. */
  paidReads: number;
  /** The root fields of the GraphQL operation. */
  operation?: string;
  /** A successful read that is identical for every anonymous caller. */
  publicRead?: CheckedRead;
}

/** The context of Apollo's hooks, which unlike resolvers know the request. */
export interface RequestContext extends Context {
  readonly request: RequestState;
  /** Set once the operation is known and allowed. */
  idempotencyKey: string | null;
  wasDone?: boolean;
}

export type CreateContext = (state: RequestState) => RequestContext;

export interface RequestStateDeps {
  readonly log: Logger;
  /** Called lazily, at most once per request. */
  readonly authenticate: (request: IncomingMessage, state: RequestState) => Promise<SignedIn | null>;
  readonly addressOf: AddressOf;
  readonly clientOf: ClientOf;
}

class StateOfRequest implements RequestState {
  readonly id: string;
  client: string;
  route = 'other';
  paidReads = 0;
  operation?: string;
  publicRead?: CheckedRead;
  private ownLog: Logger | undefined;
  private whoSignedIn: Promise<SignedIn | null> | undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly deps: RequestStateDeps,
  ) {
    this.id = requestIdOf(request);
    this.client = deps.clientOf(deps.addressOf(request));
  }

  /** Lazy: most requests for pictures log nothing. */
  get log(): Logger {
    return (this.ownLog ??= this.deps.log.child({ requestId: this.id }));
  }

  get bearsApiKey(): boolean {
    return bearsApiKey(this.request.headers.authorization);
  }

  get checkoutToken(): string | null {
    const given = this.request.headers['x-checkout-token'];
    return typeof given === 'string' ? given : null;
  }

  get givenKey(): string | undefined {
    const given = this.request.headers['idempotency-key'];
    return typeof given === 'string' ? given : undefined;
  }

  signedIn = () => (this.whoSignedIn ??= this.deps.authenticate(this.request, this));
}

export const createRequestState = (request: IncomingMessage, deps: RequestStateDeps): RequestState =>
  new StateOfRequest(request, deps);

export function requestState(deps: RequestStateDeps): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const state = createRequestState(request, deps);
    response.setHeader('X-Request-Id', state.id);
    response.locals.request = state;
    next();
  };
}

const uuidLike = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The caller's own id if it is safe to log. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && uuidLike.test(given) ? given.toLowerCase() : randomUUID();
}

export function requestStateOf(response: Response): RequestState {
  return response.locals.request as RequestState;
}
