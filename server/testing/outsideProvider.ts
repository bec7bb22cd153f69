import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaymentProvider, PaymentState, PaymentToStart } from '../payments/provider';

interface Payment {
  /** The idempotency key: one payment per key. */
  readonly key: string;
  readonly attempt: string;
  readonly checkout: string;
  readonly secret: string;
  readonly amountCents: number;
  /** As at other providers, a new payment can be found only a moment later. */
  readonly foundAt: number;
  result: PaymentState['result'];
  capturedCents: number;
  refundedCents: number;
}

type Call =
  | { readonly call: 'start'; readonly key: string; readonly payment: PaymentToStart }
  | { readonly call: 'look' | 'void'; readonly attempt: string }
  | { readonly call: 'pay'; readonly secret: string; readonly isDeclined: boolean }
  | { readonly call: 'refund'; readonly attempt: string; readonly amountCents: number };

const paymentStateOf = (payment: Payment): PaymentState => ({
  ...{ result: payment.result, declineReason: payment.result === 'DECLINED' ? 'CARD_DECLINED' : null, card: null },
  ...{ providerId: payment.key, clientSecret: payment.secret, amountCents: payment.amountCents },
  ...{ capturedCents: payment.capturedCents, refundedCents: payment.refundedCents, failedRefunds: [] },
  ...{ foreignRefunds: [], disputes: [] },
});

/** A provider with an external ledger, outside the shop and its database: a kill loses nothing here. */
export class OutsideProvider {
  readonly payments: Payment[] = [];
  private calls = 0;
  private readonly server: Server;

  constructor(private readonly loseEach: number) {
    this.server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const answer = JSON.stringify(this.carryOut(JSON.parse(text) as Call));
        this.calls += 1;
        // Done, but not answered.
        if (this.calls % this.loseEach === 0) response.destroy();
        else response.end(answer);
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

  /** The newest payment, as a search by the name of an attempt returns it. */
  private find(attempt: string): Payment | undefined {
    return this.payments.findLast((payment) => payment.attempt === attempt);
  }

  private carryOut(call: Call): PaymentState | null {
    if (call.call === 'start') return paymentStateOf(this.started(call.key, call.payment));
    const payment =
      call.call === 'pay' ? this.payments.find(({ secret }) => secret === call.secret) : this.find(call.attempt);
    if (!payment) return null;
    if (call.call === 'look' && payment.foundAt > Date.now()) return null;
    const isOpen = payment.result === 'AWAITING' || payment.result === 'DECLINED';
    if (call.call === 'pay' && isOpen) payment.result = call.isDeclined ? 'DECLINED' : 'AUTHORIZED';
    if (call.call === 'void') payment.result = 'CANCELLED';
    if (call.call === 'refund') payment.refundedCents += call.amountCents;
    return paymentStateOf(payment);
  }

  private started(key: string, { id, checkout, amountCents }: PaymentToStart): Payment {
    const earlier = this.payments.find((payment) => payment.key === key);
    if (earlier) return earlier;
    const secret = randomBytes(12).toString('hex');
    const payment: Payment = {
      ...{ key, attempt: id, checkout, secret, amountCents, result: 'AWAITING', capturedCents: 0, refundedCents: 0 },
      foundAt: Date.now() + (Math.random() < 0.3 ? 400 : 0),
    };
    this.payments.push(payment);
    return payment;
  }
}

/** A step that a control experiment omits, to show that it is needed. */
export type Omission = 'key' | 'cancellation' | null;

async function send(url: string, call: Call): Promise<PaymentState | null> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(call), signal: AbortSignal.timeout(2_000) });
  return (await response.json()) as PaymentState | null;
}

async function must(answer: Promise<PaymentState | null>): Promise<PaymentState> {
  const state = await answer;
  if (!state) throw new Error('There is no such payment.');
  return state;
}

/** The shop's client of this provider. */
export function outsideProviderAt(url: string, omission: Omission = null): PaymentProvider {
  return {
    name: 'test',
    start: (payment) => {
      const key = omission === 'key' ? randomBytes(8).toString('hex') : payment.id;
      return must(send(url, { call: 'start', key, payment }));
    },
    findState: (attempt) => send(url, { call: 'look', attempt }),
    void: async (attempt) => {
      if (omission !== 'cancellation') return must(send(url, { call: 'void', attempt }));
      return { ...(await must(send(url, { call: 'look', attempt }))), result: 'CANCELLED' };
    },
    capture: () => Promise.reject(new Error('Nothing is captured here.')),
    refund: (attempt, { amountCents }) => must(send(url, { call: 'refund', attempt, amountCents })),
    findPayment: () => Promise.resolve(null),
    movements: () => Promise.reject(new Error('Nothing is reconciled here.')) as never,
    payments: () => Promise.resolve([]),
    readNotice: () => Promise.resolve(null),
  };
}

/** Pays like the buyer's browser. */
export const payOutside = (url: string, secret: string, isDeclined: boolean) =>
  send(url, { call: 'pay', secret, isDeclined });
