import { randomBytes, timingSafeEqual } from 'node:crypto';
import { BadInputError, ConflictError, NotFoundError } from '../errors';
import { readJsonBody } from '../http/requestBody';
import { isSignedNotice, signNotice } from './noticeSignature';
import type { PaymentProvider, PaymentState, ProviderNotice } from './provider';
import { findTestCard, testCards, type TestCard } from './testCards';
import type { TestNotice, TestPaymentDocument, TestPaymentsRepository } from './testPayments.repository';

interface Parts {
  readonly payments: TestPaymentsRepository;
  /** With which notices are signed. */
  readonly secret: () => Promise<string>;
  /** Where notices are sent. */
  readonly noticeUrl: () => string;
  readonly now: () => Date;
}

export interface CardDetails {
  readonly number: string;
  /** MM/YY */
  readonly expiry: string;
  readonly securityCode: string;
}

export interface TestProvider extends PaymentProvider {
  readonly name: 'test';
  /** What a buyer's browser asks of the provider itself, as it would of Stripe. */
  readonly pay: (paymentId: string, clientSecret: string, card: CardDetails) => Promise<PaidAnswer>;
  /** What the buyer answers in the dialog 'Test bank'. */
  readonly answerBank: (paymentId: string, clientSecret: string, isConfirmed: boolean) => Promise<PaymentState>;
  /** Sends what is due; resolves when all of it was tried. */
  readonly sendNotices: () => Promise<void>;
}

export interface PaidAnswer {
  readonly state: PaymentState;
  /** How the answer is to travel. */
  readonly answer: TestCard['answer'] | null;
}

export const isTestProvider = (provider: PaymentProvider): provider is TestProvider => provider.name === 'test';

export const signatureHeader = 'x-kiosk-signature';
const lateMs = 8_000;
const settlesMs = 5_000;
const noticesAtOnce = 100;
const attempts = 20;

/** A provider that moves no money: its own ledger, published card numbers, and notices that travel over HTTP. */
export function createTestProvider({ payments, secret, noticeUrl, now }: Parts): TestProvider {
  /** Applies a pure change, again after a concurrent one; `change` answers null where nothing is to be done. */
  async function apply(
    id: string,
    change: (payment: TestPaymentDocument) => Partial<Omit<TestPaymentDocument, '_id' | 'version'>> | null,
  ): Promise<TestPaymentDocument> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const payment = await find(id);
      const fields = change(payment);
      const after = fields === null ? payment : await payments.update(payment, fields);
      if (after) return after;
    }
    throw new ConflictError('This payment is being changed. Please try again.');
  }

  async function find(id: string): Promise<TestPaymentDocument> {
    const payment = await payments.find(id);
    if (!payment) throw new NotFoundError('There is no such payment.');
    return settled(payment);
  }

  /** What was pending is decided when its time has come. */
  const settled = (payment: TestPaymentDocument): TestPaymentDocument =>
    payment.status === 'pending' && payment.settlesAt && payment.settlesAt <= now()
      ? { ...payment, status: 'authorized' }
      : payment;

  const notice = (kind: string, delayMs = 0): TestNotice => ({
    id: `evt_${randomBytes(12).toString('hex')}`,
    kind,
    dueAt: new Date(now().getTime() + delayMs),
  });

  function noticesOf({ notices }: Pick<TestCard, 'notices'>, kind: string, delayMs = 0): TestNotice[] {
    if (notices === 'never') return [];
    const one = notice(kind, notices === 'late' ? lateMs : delayMs);
    return notices === 'twice' ? [one, { ...one, dueAt: new Date(one.dueAt.getTime() + 1_000) }] : [one];
  }

  function afterPaying({ notices }: TestPaymentDocument, card: TestCard, last4: string) {
    const shown = { brand: card.brand, last4, title: card.title };
    switch (card.result) {
      case 'declined':
        return { card: shown, declineReason: card.declineReason ?? null, status: 'awaiting' as const };
      case 'confirmation':
        return { card: shown, declineReason: null, status: 'confirming' as const };
      case 'pending':
        return {
          card: shown,
          declineReason: null,
          status: 'pending' as const,
          settlesAt: new Date(now().getTime() + settlesMs),
          notices: [...notices, ...noticesOf(card, 'payment.authorized', settlesMs)],
        };
      case 'authorized':
        return {
          card: shown,
          declineReason: null,
          status: 'authorized' as const,
          notices: [...notices, ...noticesOf(card, 'payment.authorized')],
        };
    }
  }

  async function send(paymentId: string, { id, kind }: TestNotice): Promise<void> {
    const body = Buffer.from(JSON.stringify({ id, kind, payment: paymentId } satisfies ProviderNotice));
    const response = await fetch(noticeUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', [signatureHeader]: signNotice(await secret(), body, now()) },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    if (response.ok) await payments.noticeDelivered(paymentId, id);
  }

  return {
    name: 'test',
    async start({ id, amountCents, checkout, order }) {
      const payment: TestPaymentDocument = {
        _id: id,
        checkout,
        order,
        amountCents,
        clientSecret: randomBytes(24).toString('base64url'),
        status: 'awaiting',
        declineReason: null,
        card: null,
        settlesAt: null,
        capturedCents: 0,
        refunds: [],
        notices: [],
        createdAt: now(),
        version: 1,
      };
      if (await payments.insert(payment)) return stateOf(payment);
      const earlier = await find(id);
      if (earlier.amountCents !== amountCents) throw new ConflictError('This payment was started with another amount.');
      return stateOf(earlier);
    },
    async look(id) {
      const payment = await payments.find(id);
      return payment && stateOf(settled(payment));
    },
    async pay(id, clientSecret, details) {
      const card = readCard(details, now());
      const last4 = card.number.slice(-4);
      const payment = await apply(id, (before) => {
        requireSecret(before, clientSecret);
        // Pressed twice, or sent again: it is paid.
        if (before.status === 'authorized' || before.status === 'captured' || before.status === 'pending') return null;
        if (before.status === 'cancelled') throw new ConflictError('This payment was cancelled.');
        return afterPaying(before, card, last4);
      });
      if (card.notices === 'first') await sendAllOf(payment);
      return { state: stateOf(payment), answer: card.answer ?? null };
    },
    async answerBank(id, clientSecret, isConfirmed) {
      const payment = await apply(id, (before) => {
        requireSecret(before, clientSecret);
        if (before.status !== 'confirming') return null;
        return isConfirmed
          ? { status: 'authorized', notices: [...before.notices, notice('payment.authorized')] }
          : { status: 'awaiting', declineReason: 'AUTHENTICATION_FAILED' };
      });
      return stateOf(payment);
    },
    async capture(id, amountCents) {
      return stateOf(
        await apply(id, (before) => {
          if (before.status === 'captured') return null;
          if (before.status !== 'authorized') throw new ConflictError('This payment is not authorized.');
          if (cardOf(before)?.failsCapture) throw new ConflictError('The bank refused the capture.');
          if (amountCents > before.amountCents) throw new ConflictError('More than was authorized.');
          const notices = [...before.notices, notice('payment.captured')];
          return { status: 'captured', capturedCents: amountCents, notices };
        }),
      );
    },
    async void(id) {
      return stateOf(
        await apply(id, ({ status }) =>
          status === 'captured' || status === 'cancelled' ? null : { status: 'cancelled', settlesAt: null },
        ),
      );
    },
    async refund(id, refund) {
      return stateOf(
        await apply(id, (before) => {
          if (before.refunds.some((earlier) => earlier.id === refund.id)) return null;
          if (refundedOf(before) + refund.amountCents > before.capturedCents)
            throw new ConflictError('More than was captured.');
          return { refunds: [...before.refunds, refund], notices: [...before.notices, notice('payment.refunded')] };
        }),
      );
    },
    async readNotice(body, headers) {
      if (!isSignedNotice(await secret(), body, headers[signatureHeader], now())) return null;
      const { id, kind, payment } = readJsonBody(body);
      if (typeof id !== 'string' || typeof kind !== 'string' || typeof payment !== 'string') return null;
      return { id, kind, payment };
    },
    async sendNotices() {
      const due = await payments.withNoticesDue(now(), noticesAtOnce);
      await Promise.all(due.map((payment) => sendAllOf(payment)));
    },
  };

  async function sendAllOf(payment: TestPaymentDocument): Promise<void> {
    for (const due of payment.notices.filter(({ dueAt }) => dueAt <= now()))
      // What cannot be delivered is due still.
      await send(payment._id, due).catch(() => undefined);
  }
}

function requireSecret({ clientSecret }: TestPaymentDocument, given: string): void {
  const [known, own] = [Buffer.from(clientSecret), Buffer.from(given)];
  if (known.length !== own.length || !timingSafeEqual(known, own)) throw new NotFoundError('There is no such payment.');
}

function readCard({ number, expiry, securityCode }: CardDetails, now: Date): TestCard {
  const card = findTestCard(number);
  if (!card) throw new BadInputError('Only the listed test cards are taken. Never type a real card.', 'number');
  const [, month = '', year = ''] = /^(\d{1,2})\s*\/\s*(\d{2})$/.exec(expiry.trim()) ?? [];
  const isMonth = Number(month) >= 1 && Number(month) <= 12;
  // A card is good until its month is over.
  if (!isMonth || new Date(Date.UTC(2_000 + Number(year), Number(month), 1)) <= now)
    throw new BadInputError('Enter a date that is not over yet, as MM/YY.', 'expiry');
  if (!/^\d{3,4}$/.test(securityCode.trim())) throw new BadInputError('Enter three or four digits.', 'securityCode');
  return card;
}

const cardOf = ({ card }: TestPaymentDocument): TestCard | undefined =>
  testCards.find(({ title, brand }) => title === card?.title && brand === card.brand);

const refundedOf = ({ refunds }: TestPaymentDocument): number =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);

function stateOf(payment: TestPaymentDocument): PaymentState {
  const { _id, clientSecret, declineReason, card, amountCents, capturedCents } = payment;
  return {
    result: resultOf(payment),
    declineReason,
    providerId: _id,
    clientSecret,
    card: card && { brand: card.brand, last4: card.last4 },
    amountCents,
    capturedCents,
    refundedCents: refundedOf(payment),
  };
}

function resultOf({ status, declineReason }: TestPaymentDocument): PaymentState['result'] {
  switch (status) {
    case 'awaiting':
      return declineReason === null ? 'AWAITING' : 'DECLINED';
    case 'confirming':
      return 'ACTION_REQUIRED';
    case 'pending':
      return 'PENDING';
    case 'authorized':
      return 'AUTHORIZED';
    case 'captured':
      return 'SUCCEEDED';
    case 'cancelled':
      return 'CANCELLED';
  }
}
