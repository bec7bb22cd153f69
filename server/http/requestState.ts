import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Logger } from 'pino';
import type { Context, SignedIn } from '../context';
import { bearsApiKey } from '../auth/viewer';
import type { AddressOf, ClientOf } from './clientAddress';

/** A read that Apollo has checked and answered without an error. */
export interface CheckedRead {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Of the root. */
  readonly fields: readonly string[];
}

/** What the parts of one request share. */
export interface RequestState {
  readonly id: string;
  readonly log: Logger;
  /** The client as rate limits see it: an address, or an API key once it is known. */
  client: string;
  /** Whether the request came with an API key, known or not. */
  readonly bearsApiKey: boolean;
  readonly signedIn: () => Promise<SignedIn | null>;
  /** One of a bounded set of labels: paths hold e-mails, which belong into no log and no metric. */
  route: string;
  /** The Idempotency-Key as it came. */
  readonly givenKey: string | undefined;
  /** A guest's X-Checkout-Token. */
  readonly checkoutToken: string | null;
  /** Reads that are charged and not yet used. */
  paidReads: number;
  /** The root fields of the GraphQL operation. */
  operation?: string;
  /** What was answered well and is the same for every anonymous caller. */
  publicRead?: CheckedRead;
}

/** What the framework's hooks are given: they know the request, resolvers do not. */
export interface RequestContext extends Context {
  readonly request: RequestState;
  /** Set when the operation is known and may be carried out. */
  idempotencyKey: string | null;
  wasDone?: boolean;
}

export type CreateContext = (state: RequestState) => RequestContext;

export interface RequestStateParts {
  readonly log: Logger;
  /** Asked once per request at most, and only when something needs to know. */
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
    private readonly parts: RequestStateParts,
  ) {
    this.id = requestIdOf(request);
    this.client = parts.clientOf(parts.addressOf(request));
  }

  /** Pictures and refusals mostly have nothing to say. */
  get log(): Logger {
    return (this.ownLog ??= this.parts.log.child({ requestId: this.id }));
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

  signedIn = () => (this.whoSignedIn ??= this.parts.authenticate(this.request, this));
}

export const createRequestState = (request: IncomingMessage, parts: RequestStateParts): RequestState =>
  new StateOfRequest(request, parts);

export function requestState(parts: RequestStateParts): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const state = createRequestState(request, parts);
    response.setHeader('X-Request-Id', state.id);
    response.locals.request = state;
    next();
  };
}

const uuidLike = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The caller's own, where it is one that can be written into logs. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && uuidLike.test(given) ? given.toLowerCase() : randomUUID();
}

export function stateOf(response: Response): RequestState {
  return response.locals.request as RequestState;
}
