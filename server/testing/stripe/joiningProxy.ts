import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { IdempotentReplies, type ApiAnswer } from './idempotentReplies';
import { answerOf } from './endpoints';
import { Faults, type Fault } from './faults';
import { readForm, textAt, type Params } from './formBody';
import type { StripeAccount } from './stripeAccount';
import { StripeApiError } from './stripeError';

/** A request that violates Stripe's own description. */
export interface Refusal {
  readonly request: string;
  readonly params: string;
  readonly message: string;
}

type ShopAnswer = ApiAnswer & { readonly isReplayed: boolean };

/**
 * Stripe's API for the shop: stripe-mock validates each request, and localstripe executes it. Features that both lack
 * (idempotency keys, network faults) are added in between.
 */
export class JoiningProxy {
  readonly faults = new Faults();
  /** A test with a refusal has failed. */
  readonly refusals: Refusal[] = [];
  /** Method and path of each request of the shop, in order. */
  readonly requests: string[] = [];
  private readonly keys = new IdempotentReplies();
  /** The last answer to each method and path. */
  private readonly answered = new Map<string, ShopAnswer>();
  private server: Server | undefined;
  private port = 0;

  constructor(
    private readonly account: StripeAccount,
    private readonly stripeMock: string,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Listens at the previous port. */
  async start(): Promise<void> {
    const server = createServer((request, response) => {
      this.serve(request, response).catch(() => response.destroy());
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
  }

  /** Refuses connections from now on. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (!server) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  }

  clear(): void {
    this.faults.clear();
    this.keys.clear();
    this.answered.clear();
    this.refusals.length = 0;
    this.requests.length = 0;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const { pathname: path, search } = new URL(url, this.url);
    const body = await buffer(request);
    if (path.startsWith('/browser/')) return this.serveBrowser(path, readForm(body.toString()), response);
    const named = `${method} ${path}`;
    this.requests.push(named);
    const fault = this.faults.next(named);
    if (fault?.kind === 'lostRequest') return void response.destroy();
    if (fault?.kind === 'held') await fault.gate.pass();
    const params = readForm(method === 'GET' ? search : body.toString());
    const own = await this.answer(request, body, { method, path, params }, fault?.kind === 'failure' ? fault : null);
    const answer = await this.mixUp(named, own, fault);
    if (fault?.kind === 'late') await delay(fault.ms);
    if (fault?.kind === 'lostAnswer') return void response.destroy();
    const replayed = answer.isReplayed ? { 'idempotent-replayed': 'true' } : {};
    response.writeHead(answer.status, { 'content-type': 'application/json', ...replayed }).end(answer.body);
  }

  private async mixUp(named: string, own: ShopAnswer, fault: Fault | null): Promise<ShopAnswer> {
    const before = this.answered.get(named);
    this.answered.set(named, own);
    if (fault?.kind === 'swapped') return fault.swap.exchange(own);
    return fault?.kind === 'repeated' ? (before ?? own) : own;
  }

  private async answer(
    request: IncomingMessage,
    body: Buffer,
    asked: { readonly method: string; readonly path: string; readonly params: Params },
    failure: { readonly isDone: boolean } | null,
  ): Promise<ShopAnswer> {
    try {
      await this.requireAccepted(request, body);
      const key = asked.method === 'POST' ? request.headers['idempotency-key'] : undefined;
      return await this.keys.answer(key as string | undefined, `${request.method} ${request.url} ${body}`, async () => {
        if (!failure) return answered(() => answerOf(this.account, asked));
        if (failure.isDone) await answered(() => answerOf(this.account, asked));
        return errorAnswer(new StripeApiError(500, { type: 'api_error', message: 'Something went wrong.' }));
      });
    } catch (error) {
      if (error instanceof StripeApiError) return { ...errorAnswer(error), isReplayed: false };
      throw error;
    }
  }

  /** Validates the request against Stripe's published description of its API. */
  private async requireAccepted(request: IncomingMessage, body: Buffer): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const kept = ['authorization', 'content-type', 'stripe-version', 'idempotency-key'];
    const answer = await fetch(this.stripeMock + url, {
      method,
      headers: kept.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])) as [
        string,
        string,
      ][],
      ...(method !== 'GET' && { body: new Uint8Array(body) }),
    });
    const text = await answer.text();
    if (answer.ok) return;
    const { message } = (JSON.parse(text) as { error: { message: string } }).error;
    this.refusals.push({ request: `${method} ${url}`, params: body.toString(), message });
    throw new StripeApiError(answer.status, { type: 'invalid_request_error', message });
  }

  /** Serves the requests of Stripe.js in the buyer's browser, whichever process sends them. */
  private async serveBrowser(path: string, params: Params, response: ServerResponse): Promise<void> {
    const secret = textAt(params, 'client_secret') ?? '';
    const { status, body } = await answered(async () => {
      if (path === '/browser/pay') await this.account.pay(secret, textAt(params, 'number') ?? '');
      else await this.account.authenticate(secret, textAt(params, 'confirmed') === 'true');
      const { status: result, last_payment_error } = await this.account.intentById(this.account.bySecret(secret).id);
      return { status: result, last_payment_error };
    });
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }
}

async function answered(work: () => Promise<object>): Promise<ApiAnswer> {
  try {
    return { status: 200, body: JSON.stringify(await work()) };
  } catch (error) {
    if (error instanceof StripeApiError) return errorAnswer(error);
    throw error;
  }
}

const errorAnswer = ({ status, error }: StripeApiError): ApiAnswer => ({ status, body: JSON.stringify({ error }) });
