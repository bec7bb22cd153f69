import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Context, SignedIn } from '../context';

/** What the parts of one request share. */
export interface RequestState {
  readonly id: string;
  readonly log: Logger;
  /** The client as rate limits see it. */
  readonly client: string;
  readonly signedIn: () => Promise<SignedIn | null>;
  /** One of a bounded set of labels: paths hold e-mails, which belong into no log and no metric. */
  route: string;
  /** The Idempotency-Key as it came. */
  readonly givenKey: string | undefined;
  /** Reads that are charged and not yet used. */
  paidReads: number;
  /** The root fields of the GraphQL operation. */
  operation?: string;
  /** What was asked, where the answer is the same for everybody. */
  sharedRead?: SharedRead;
}

/** An operation that Apollo has parsed, checked and answered without an error. */
export interface SharedRead {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly source: string;
  readonly operationName: string | null;
  /** The root fields. */
  readonly operations: readonly string[];
}

/** What the framework's hooks are given: they know the request, resolvers do not. */
export interface RequestContext extends Context {
  readonly request: RequestState;
  /** Set when the operation is known and may be carried out. */
  idempotencyKey: string | null;
}

export type CreateContext = (state: RequestState) => RequestContext;

const uuidLike = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The client that an address belongs to, as limits count clients. */
export type ClientOf = (address: string) => string;

type Authenticate = (request: Request, state: RequestState) => Promise<SignedIn | null>;

class StateOfRequest implements RequestState {
  readonly client: string;
  route = 'other';
  paidReads = 0;
  operation?: string;
  sharedRead?: SharedRead;
  private ownLog: Logger | undefined;
  private whoSignedIn: Promise<SignedIn | null> | undefined;

  constructor(
    readonly id: string,
    private readonly request: Request,
    private readonly processLog: Logger,
    private readonly authenticate: Authenticate,
    clientOf: ClientOf,
  ) {
    this.client = clientOf(request.ip ?? '');
  }

  /** Pictures and refusals mostly have nothing to say. */
  get log(): Logger {
    return (this.ownLog ??= this.processLog.child({ requestId: this.id }));
  }

  get givenKey(): string | undefined {
    return this.request.get('idempotency-key');
  }

  signedIn = () => (this.whoSignedIn ??= this.authenticate(this.request, this));
}

/** `authenticate` is asked once per request at most, and only when something needs to know. */
export function requestState(log: Logger, authenticate: Authenticate, clientOf: ClientOf): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const id = givenId(request) ?? randomUUID();
    response.setHeader('X-Request-Id', id);
    response.locals.request = new StateOfRequest(id, request, log, authenticate, clientOf);
    next();
  };
}

/** The caller's own, where it is one that can be written into logs. */
export function givenId({ headers }: IncomingMessage): string | null {
  const given = headers['x-request-id'];
  return typeof given === 'string' && uuidLike.test(given) ? given.toLowerCase() : null;
}

export function stateOf(response: Response): RequestState {
  return response.locals.request as RequestState;
}

/** A proxy may hand on what a caller wrote: no address is longer. */
const longestAddress = 45;

/**
 * An IPv6 customer owns a whole prefix, mostly of 56 bits, so that is one client. Some proxies write the port too, which differs
 * with each connection.
 */
export function clientKey(address: string, ipv6Prefix: number): string {
  const ip = /^([\d.]+):\d+$/.exec(address)?.[1] ?? /^\[([^\]]+)\]/.exec(address)?.[1] ?? address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!ip.includes(':')) return ip.slice(0, longestAddress);
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, Math.ceil(ipv6Prefix / 16)).map((group, index) => {
    const ownBits = Math.min(16, ipv6Prefix - 16 * index);
    return (Number.parseInt(group, 16) & (0xffff << (16 - ownBits)) & 0xffff).toString(16);
  });
  return `${groups.join(':')}::/${ipv6Prefix}`;
}
