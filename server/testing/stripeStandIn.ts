import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StripeRequest {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly params: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

export interface StandInIntent {
  readonly id: string;
  readonly amount: number;
  readonly metadata: Record<string, string>;
  status: string;
  amount_received: number;
  disputes: object[];
  readonly refunds: { id: string; amount: number; status: string; created: number; metadata: Record<string, string> }[];
}

interface Answer {
  readonly status: number;
  /** A string is sent as it is. */
  readonly body: object | string;
}

/** lose: executed, but not answered. fail: answered with 500, which is stored. silence: never answered. */
export type Conduct = 'answer' | 'lose' | 'fail' | 'fail after all' | 'silence' | Answer;

const seconds = () => Math.floor(Date.now() / 1_000);
const refusal = (code: string, status = 400): Answer => ({
  status,
  body: { error: { type: status === 402 ? 'card_error' : 'invalid_request_error', code, message: `No: ${code}` } },
});
const failure: Answer = { status: 500, body: { error: { type: 'api_error', message: 'It failed.' } } };

/**
 * The minimal Stripe for tests of the protocol: keys, lost answers, stored failures. What Stripe itself accepts is
 * tested with the fakes.
 */
export class StripeStandIn {
  readonly requests: StripeRequest[] = [];
  readonly intents: StandInIntent[] = [];
  /** Newest first, as Stripe lists them. */
  transactions: Record<string, unknown>[] = [];
  isSearchable = true;
  private readonly stored = new Map<string, Answer>();
  private readonly server: Server;

  /** How a request is answered. */
  conduct: (request: StripeRequest) => Conduct = () => 'answer';

  constructor() {
    this.server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const url = new URL(request.url ?? '', 'http://stripe');
        const key = request.headers['idempotency-key'];
        const asked: StripeRequest = {
          ...{ method: request.method ?? '', path: url.pathname, headers: request.headers },
          key: typeof key === 'string' ? key : null,
          params: request.method === 'GET' ? url.searchParams : new URLSearchParams(text),
        };
        this.requests.push(asked);
        const conduct = this.conduct(asked);
        if (conduct === 'silence') return;
        const { isReplay, ...answer } = this.answer(asked, conduct);
        if (conduct === 'lose') return void response.destroy();
        response.writeHead(answer.status, {
          ...{ 'content-type': 'application/json', 'request-id': 'req_1' },
          ...(isReplay && { 'idempotent-replayed': 'true' }),
        });
        response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  keys(path: RegExp): (string | null)[] {
    return this.requests
      .filter((request) => request.method === 'POST' && path.test(request.path))
      .map(({ key }) => key);
  }

  private answer(request: StripeRequest, conduct: Conduct): Answer & { readonly isReplay: boolean } {
    const { key } = request;
    const earlier = key === null ? undefined : this.stored.get(key);
    if (earlier) return { ...earlier, isReplay: true };
    const given = typeof conduct === 'object' ? conduct : conduct === 'fail' ? failure : this.carryOut(request);
    const answer = conduct === 'fail after all' ? failure : given;
    if (key !== null) this.stored.set(key, answer);
    return { ...answer, isReplay: false };
  }

  private carryOut({ method, path, params }: StripeRequest): Answer {
    const [, , resource = '', id = '', action = ''] = path.split('/');
    if (resource === 'payment_intents' && id === 'search') return this.search(params);
    if (resource === 'payment_intents' && method === 'POST' && id === '') return this.create(params);
    if (resource === 'balance_transactions') return this.list(params);
    const intent = this.intents.find((each) => each.id === (id === '' ? params.get('payment_intent') : id));
    if (!intent) return refusal('resource_missing', 404);
    if (resource === 'disputes') return listOf(intent.disputes.map(ofIntent(intent)));
    if (resource === 'refunds')
      return method === 'GET' ? listOf(intent.refunds.map(ofIntent(intent))) : this.refund(intent, params);
    if (action === 'capture') return this.capture(intent, params);
    if (action === 'cancel') return this.cancel(intent);
    return { status: 200, body: shown(intent) };
  }

  private create(params: URLSearchParams): Answer {
    const amount = Number(params.get('amount'));
    const intent: StandInIntent = {
      ...{ id: `pi_${randomBytes(8).toString('hex')}`, amount, metadata: metadataOf(params) },
      ...{ status: 'requires_payment_method', amount_received: 0, refunds: [], disputes: [] },
    };
    this.intents.push(intent);
    return { status: 200, body: shown(intent) };
  }

  private search(params: URLSearchParams): Answer {
    const [, payment] = /^metadata\['payment'\]:'(.*)'$/.exec(params.get('query') ?? '') ?? [];
    return listOf(
      this.isSearchable ? this.intents.filter(({ metadata }) => metadata['payment'] === payment).map(shown) : [],
    );
  }

  private capture(intent: StandInIntent, params: URLSearchParams): Answer {
    if (intent.status !== 'requires_capture') return refusal('payment_intent_unexpected_state');
    intent.status = 'succeeded';
    intent.amount_received = Number(params.get('amount_to_capture'));
    return { status: 200, body: shown(intent) };
  }

  private cancel(intent: StandInIntent): Answer {
    if (['succeeded', 'canceled', 'processing'].includes(intent.status))
      return refusal('payment_intent_unexpected_state');
    intent.status = 'canceled';
    return { status: 200, body: shown(intent) };
  }

  private refund(intent: StandInIntent, params: URLSearchParams): Answer {
    const refund = {
      ...{ id: `re_${randomBytes(8).toString('hex')}`, amount: Number(params.get('amount')), status: 'succeeded' },
      ...{ created: seconds(), metadata: metadataOf(params) },
    };
    intent.refunds.unshift(refund);
    return { status: 200, body: ofIntent(intent)(refund) };
  }

  private list(params: URLSearchParams): Answer {
    const [from, until] = [Number(params.get('created[gte]')), Number(params.get('created[lt]'))];
    const matching = this.transactions.filter(({ created }) => Number(created) >= from && Number(created) < until);
    const after = matching.findIndex(({ id }) => id === params.get('starting_after'));
    const page = matching.slice(after + 1, after + 1 + Number(params.get('limit')));
    return { status: 200, body: { object: 'list', data: page, has_more: after + 1 + page.length < matching.length } };
  }
}

/** Rows as Stripe lists them for a payment; one with another payment_intent belongs to that. */
const ofIntent =
  ({ id }: Pick<StandInIntent, 'id'>) =>
  <T extends object>(row: T) => ({ payment_intent: id, currency: 'usd', ...row });

const listOf = (data: readonly object[]): Answer => ({ status: 200, body: { object: 'list', data, has_more: false } });

function metadataOf(params: URLSearchParams): Record<string, string> {
  const named = [...params].flatMap(([name, value]) => {
    const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
    return key === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(named);
}

function shown({ refunds, disputes: _disputes, ...intent }: StandInIntent) {
  const isCharged = intent.status === 'requires_capture' || intent.status === 'succeeded';
  return {
    ...{ object: 'payment_intent', client_secret: `${intent.id}_secret_x`, last_payment_error: null },
    ...{ currency: 'usd', ...intent },
    latest_charge: isCharged
      ? {
          ...{ object: 'charge', payment_method_details: { card: { brand: 'visa', last4: '4242' } } },
          refunds: { object: 'list', data: refunds.slice(0, 10).map(ofIntent(intent)), has_more: refunds.length > 10 },
        }
      : null,
  };
}
