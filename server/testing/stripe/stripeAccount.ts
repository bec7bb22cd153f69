import { randomBytes } from 'node:crypto';
import { readCard } from './cards';
import { partAt, textAt, type Params } from './formBody';
import { LocalRefusal, type Localstripe, type LocalCharge, type LocalIntent, type LocalRefund } from './localstripe';
import type { Dispute, RememberedIntent, RememberedRefund } from './remembered';
import { missing, refused, StripeApiError } from './stripeError';
import { chargeOf, intentOf, refundOf, transactionOf } from './stripeObjects';

/** The parameters that localstripe accepts when it creates a payment. */
const takenThere = ['amount', 'currency', 'capture_method', 'payment_method_types'] as const;

const seconds = (): number => Math.floor(Date.now() / 1_000);

export interface AccountOptions {
  /** When Stripe's search finds a new payment, because its index lags behind. */
  readonly foundAfterMs: () => number;
  readonly onEvent: (type: string, object: object) => void;
}

/** A Stripe account: localstripe moves the money and stores the results; the rest is stored here. */
export class StripeAccount {
  private readonly known = new Map<string, RememberedIntent>();
  private readonly refundsKnown = new Map<string, RememberedRefund>();
  readonly disputes: Dispute[] = [];
  /** One change of a payment at a time, because some changes take several calls to localstripe. */
  private readonly queues = new Map<string, Promise<unknown>>();

  constructor(
    readonly local: Localstripe,
    private readonly options: AccountOptions,
  ) {}

  async create(params: Params): Promise<RememberedIntent> {
    const metadata = partAt(params, 'metadata') as Record<string, string>;
    const local = await this.local.createIntent({ ...accepted(params), metadata });
    const known: RememberedIntent = {
      ...{ id: local.id, secret: local.client_secret, params, metadata, current: local.id },
      foundAt: Date.now() + this.options.foundAfterMs(),
      ...{ lastDeclined: null, card: null, canceledAt: null },
    };
    this.known.set(known.id, known);
    await this.tell('payment_intent.created', known);
    return known;
  }

  find(id: string): RememberedIntent {
    const known = this.known.get(id);
    if (!known) throw missing(id);
    return known;
  }

  all(): readonly RememberedIntent[] {
    return [...this.known.values()];
  }

  clear(): void {
    this.known.clear();
    this.refundsKnown.clear();
    this.disputes.length = 0;
  }

  capture(known: RememberedIntent, amount: string | undefined): Promise<void> {
    return this.inTurn(known, async () => {
      const params = amount === undefined ? {} : { amount_to_capture: amount };
      if ((await this.local.intent(known.current)).status !== 'requires_capture') throw unexpectedState();
      await this.local.act(known.current, 'capture', params).catch(raise('amount_too_large'));
      await this.tell('payment_intent.succeeded', known);
    });
  }

  cancel(known: RememberedIntent): Promise<void> {
    return this.inTurn(known, async () => {
      await this.local.act(known.current, 'cancel').catch(raise('payment_intent_unexpected_state'));
      known.canceledAt = seconds();
      await this.tell('payment_intent.canceled', known);
    });
  }

  /** localstripe would refund more than was captured. */
  refund(known: RememberedIntent, params: Params): Promise<string> {
    return this.inTurn(known, async () => {
      const local = await this.local.intent(known.current);
      const charge = local.latest_charge;
      if (!charge?.captured) throw refused('charge_not_captured', 'This payment was not captured.');
      const { refunds, capturedCents } = await this.movedBy(charge);
      const left = refunds.reduce((rest, { id, amount }) => rest - (this.hasFailed(id) ? 0 : amount), capturedCents);
      const amount = Number(textAt(params, 'amount') ?? left);
      if (amount > left || left === 0) throw refused('charge_already_refunded', `Only ${left} are left of it.`);
      const { id } = await this.local.createRefund({ payment_intent: known.current, amount: String(amount) });
      const metadata = partAt(params, 'metadata') as Record<string, string>;
      this.refundsKnown.set(id, { metadata, reason: textAt(params, 'reason') ?? null, hasFailed: false });
      this.options.onEvent('refund.created', await this.refundById(id));
      return id;
    });
  }

  /** Pays like the buyer's browser with Stripe.js. */
  pay(secret: string, number: string): Promise<void> {
    const known = this.bySecret(secret);
    const card = readCard(number);
    return this.inTurn(known, async () => {
      const before = await this.local.intent(known.current);
      if (!['requires_payment_method', 'requires_confirmation'].includes(before.status)) throw unexpectedState();
      if (before.latest_charge) await this.replace(known, before);
      known.card = card;
      await this.local.giveCard(known.current, card.numberThere);
      await this.outcome(known, this.local.act(known.current, 'confirm'));
    });
  }

  /** The buyer's answer to the bank. */
  authenticate(secret: string, isConfirmed: boolean): Promise<void> {
    const known = this.bySecret(secret);
    return this.inTurn(known, async () => {
      const { client_secret, status } = await this.local.intent(known.current);
      if (status !== 'requires_action') throw unexpectedState();
      await this.outcome(known, this.local.authenticate(known.current, client_secret, isConfirmed));
    });
  }

  /** A dispute, made in Stripe's dashboard or by the card holder at the bank. */
  async dispute(known: RememberedIntent, given: Pick<Dispute, 'amount' | 'reason' | 'status'>): Promise<Dispute> {
    const { latest_charge, currency } = await this.local.intent(known.current);
    if (!latest_charge?.captured) throw refused('charge_not_captured', 'This payment was not captured.');
    const id = `du_${randomBytes(12).toString('hex')}`;
    const common = { id, object: 'dispute', charge: latest_charge.id, payment_intent: known.id } as const;
    const dispute: Dispute = { ...common, created: seconds(), currency, ...given };
    this.disputes.push(dispute);
    this.options.onEvent('charge.dispute.created', dispute);
    return dispute;
  }

  closeDispute(dispute: Dispute, status: 'won' | 'lost' | 'warning_closed'): void {
    dispute.status = status;
    this.options.onEvent('charge.dispute.closed', dispute);
  }

  /** A refund that fails because the card is gone. */
  async failRefund(id: string): Promise<void> {
    const known = this.refundsKnown.get(id);
    if (!known) throw missing(id);
    known.hasFailed = true;
    this.options.onEvent('refund.failed', await this.refundById(id));
  }

  async intentById(id: string) {
    const known = this.find(id);
    const local = await this.local.intent(known.current);
    const captured = local.latest_charge?.captured ? (await this.movedBy(local.latest_charge)).capturedCents : 0;
    return intentOf(local, known, captured);
  }

  async chargeById(id: string) {
    const local = await this.local.charge(id);
    const { refunds, capturedCents } = await this.movedBy(local);
    const isDisputed = this.disputes.some(({ charge }) => charge === id);
    return chargeOf(local, this.ofCharge(local), { refunds: refunds.map(this.shown), capturedCents, isDisputed });
  }

  async refundById(id: string) {
    return this.shown(await this.local.refund(id));
  }

  async refunds() {
    return (await this.local.refunds()).filter(isAskedFor).map(this.shown);
  }

  async refundsOf(charge: string) {
    return (await this.local.refunds(charge)).filter(isAskedFor).map(this.shown);
  }

  /** Movements of the balance, newest first. */
  async transactions() {
    const [all, charges, refunds] = await Promise.all([
      this.local.transactions(),
      this.local.charges(),
      this.local.refunds(),
    ]);
    const rests = new Map(refunds.filter((refund) => !isAskedFor(refund)).map((rest) => [rest.charge, rest.amount]));
    const asked = new Set(refunds.filter(isAskedFor).map(({ id }) => id));
    const known = new Set(charges.map(({ id }) => id));
    return all
      .filter(({ source }) => known.has(source) || asked.has(source))
      .map((each) => transactionOf(each, each.amount - (rests.get(each.source) ?? 0)));
  }

  bySecret(secret: string): RememberedIntent {
    const known = this.all().find((each) => each.secret === secret);
    if (!known) throw missing(secret.split('_secret')[0] ?? '');
    return known;
  }

  private hasFailed = (refund: string): boolean => this.refundsKnown.get(refund)?.hasFailed ?? false;

  private shown = (refund: LocalRefund) => {
    const known = this.all().find(({ current }) => current === refund.payment_intent);
    return refundOf(refund, this.refundsKnown.get(refund.id), known?.id ?? '');
  };

  private ofCharge(charge: LocalCharge): RememberedIntent {
    const known = this.all().find(({ id, current }) => [id, current].includes(charge.payment_intent));
    if (!known) throw missing(charge.id);
    return known;
  }

  /** The requested refunds of a charge; localstripe makes an extra one for the remainder of a partial capture. */
  private async movedBy(charge: LocalCharge) {
    const all = await this.local.refunds(charge.id);
    const rest = all.filter((refund) => !isAskedFor(refund)).reduce((sum, { amount }) => sum + amount, 0);
    return { refunds: all.filter(isAskedFor), capturedCents: charge.captured ? charge.amount - rest : 0 };
  }

  /** Another card on the same payment, which Stripe allows. */
  private async replace(known: RememberedIntent, before: LocalIntent): Promise<void> {
    known.lastDeclined = before.last_payment_error;
    const { metadata, params } = known;
    known.current = (await this.local.createIntent({ ...accepted(params), metadata })).id;
  }

  private async outcome(known: RememberedIntent, confirming: Promise<LocalIntent>): Promise<void> {
    try {
      const { status } = await confirming;
      const types: Record<string, string> = {
        requires_capture: 'payment_intent.amount_capturable_updated',
        succeeded: 'payment_intent.succeeded',
        requires_action: 'payment_intent.requires_action',
      };
      await this.tell(types[status] ?? 'payment_intent.payment_failed', known);
    } catch (error) {
      if (!(error instanceof LocalRefusal) || error.status !== 402) throw error;
      await this.tell('payment_intent.payment_failed', known);
      const decline = known.card?.decline ?? { code: 'card_declined' };
      throw new StripeApiError(402, { type: 'card_error', ...decline, message: 'Your card was declined.' });
    }
  }

  private async tell(type: string, known: RememberedIntent): Promise<void> {
    this.options.onEvent(type, await this.intentById(known.id));
  }

  private inTurn<T>({ id }: RememberedIntent, work: () => Promise<T>): Promise<T> {
    const before = this.queues.get(id) ?? Promise.resolve();
    const now = before.then(work, work);
    this.queues.set(id, now);
    return now;
  }
}

const accepted = (params: Params) =>
  Object.fromEntries(takenThere.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])));

const isAskedFor = ({ payment_intent }: LocalRefund): boolean => payment_intent !== null;

const unexpectedState = () => refused('payment_intent_unexpected_state', 'The payment is in another state.');

/** localstripe gives no reasons. */
const raise = (code: string) => (error: unknown) => {
  throw error instanceof LocalRefusal && error.status === 400 ? refused(code, error.message) : error;
};
