import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** Payments, charges and refunds of localstripe, with the fields that are read here. */
export interface LocalIntent {
  readonly id: string;
  readonly amount: number;
  readonly client_secret: string;
  readonly created: number;
  readonly currency: string;
  readonly last_payment_error: { readonly code: string; readonly message: string } | null;
  readonly latest_charge: LocalCharge | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly next_action: object | null;
  readonly payment_method: string | null;
  readonly status: string;
}

export interface LocalCharge {
  readonly id: string;
  readonly amount: number;
  readonly balance_transaction: string | null;
  readonly captured: boolean;
  readonly created: number;
  readonly currency: string;
  readonly failure_code: string | null;
  readonly failure_message: string | null;
  /** The id of localstripe's intent. */
  readonly payment_intent: string;
  readonly status: string;
}

export interface LocalRefund {
  readonly id: string;
  readonly amount: number;
  readonly balance_transaction: string;
  readonly charge: string;
  readonly created: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** null: the remainder of a partial capture. */
  readonly payment_intent: string | null;
  readonly status: string;
}

export interface LocalTransaction {
  readonly id: string;
  readonly amount: number;
  readonly created: number;
  readonly currency: string;
  readonly source: string;
  readonly type: 'charge' | 'refund';
}

/** localstripe refuses the request. */
export class LocalRefusal extends Error {
  constructor(
    readonly status: number,
    readonly error: { readonly code?: string; readonly message?: string },
  ) {
    super(error.message ?? `localstripe answered ${status}.`);
  }
}

const everything = 1_000_000;

/** localstripe resets connections when a thousand are opened at once. */
const agent = new Agent({ maxSockets: 32 });

/** A client of localstripe. It sends JSON, which distinguishes texts and lists. */
export class Localstripe {
  constructor(private readonly url: string) {}

  readonly createIntent = (params: object) => this.post<LocalIntent>('/v1/payment_intents', params);
  readonly intent = (id: string) => this.get<LocalIntent>(`/v1/payment_intents/${id}`);
  readonly intents = () => this.all<LocalIntent>('/v1/payment_intents');
  readonly charge = (id: string) => this.get<LocalCharge>(`/v1/charges/${id}`);
  readonly charges = () => this.all<LocalCharge>('/v1/charges');
  readonly refund = (id: string) => this.get<LocalRefund>(`/v1/refunds/${id}`);
  readonly refunds = (charge?: string) =>
    this.all<LocalRefund>('/v1/refunds', charge === undefined ? '' : `&charge=${charge}`);
  readonly transactions = () => this.all<LocalTransaction>('/v1/balance_transactions');
  readonly createRefund = (params: object) => this.post<LocalRefund>('/v1/refunds', params);
  readonly act = (id: string, action: 'cancel' | 'capture' | 'confirm', params: object = {}) =>
    this.post<LocalIntent>(`/v1/payment_intents/${id}/${action}`, params);

  /** Answers 3-D Secure like localstripe's own Stripe.js. */
  readonly authenticate = (id: string, secret: string, isConfirmed: boolean) =>
    this.post<LocalIntent>(`/v1/payment_intents/${id}/_authenticate`, {
      ...{ client_secret: secret, success: isConfirmed, key: 'pk_test_localstripe' },
    });

  async giveCard(id: string, number: string): Promise<void> {
    const card = { number, exp_month: '12', exp_year: '2030', cvc: '123' };
    const { id: method } = await this.post<{ id: string }>('/v1/payment_methods', { type: 'card', card });
    await this.post(`/v1/payment_intents/${id}`, { payment_method: method });
  }

  /** From then on localstripe sends its notices there, a second after each payment that has succeeded or failed. */
  async sendNoticesTo(url: string, secret: string): Promise<void> {
    await this.ask('POST', '/_config/webhooks/shop', { url, secret });
  }

  async clear(): Promise<void> {
    await this.ask('DELETE', '/_config/data');
  }

  private async all<T>(path: string, more = ''): Promise<readonly T[]> {
    return (await this.get<{ data: readonly T[] }>(`${path}?limit=${everything}${more}`)).data;
  }

  private async get<T>(path: string): Promise<T> {
    return JSON.parse(await this.ask('GET', path)) as T;
  }

  private async post<T>(path: string, params: object): Promise<T> {
    return JSON.parse(await this.ask('POST', path, params)) as T;
  }

  private async ask(method: string, path: string, params?: object): Promise<string> {
    const headers = { authorization: 'Bearer sk_test_localstripe', 'content-type': 'application/json' };
    const sent = request(this.url + path, { method, headers, agent });
    sent.end(params && JSON.stringify(params));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const answer = await text(response);
    const { statusCode = 0 } = response;
    if (statusCode >= 400) throw new LocalRefusal(statusCode, errorIn(answer));
    return answer;
  }
}

/** The internal errors of localstripe are not JSON. */
function errorIn(answer: string): LocalRefusal['error'] {
  try {
    return (JSON.parse(answer) as { error: LocalRefusal['error'] }).error;
  } catch {
    return { message: answer };
  }
}
