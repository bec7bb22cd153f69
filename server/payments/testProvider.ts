import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { BadInputError, ConflictError, NotFoundError } from '../errors';
import { isSameSecret } from '../text/isSameSecret';
import { isSigned } from '../text/signature';
import type { ForeignRefund, ProviderPayment, PaymentProvider, PaymentState, PaymentToStart } from './provider';
import { findTestCard, testCards, type TestCard } from './testCards';
import { createProviderDashboard, type ProviderDashboard } from './testDashboard';
import { createTestLedger, paymentExpiry, type LedgerChange } from './testLedger';
import { hasFailed, movementsOf } from './testMovements';
import {
  createNotice,
  createNoticeSender,
  noticesAfter,
  noticesOf,
  signatureHeader,
  type NoticeWay,
} from './testNotices';
import type { TestPaymentDocument, TestPaymentsRepository, TestRefund } from './testPayments.repository';

interface Deps {
  readonly payments: TestPaymentsRepository;
  /** Signs notices. */
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

export interface TestProvider extends PaymentProvider, ProviderDashboard {
  readonly name: 'test';
  /** Called by the buyer's browser at the provider, as with Stripe. */
  readonly pay: (paymentId: string, clientSecret: string, card: CardDetails) => Promise<PaidAnswer>;
  /** The buyer's choice in the dialog 'Test bank'. */
  readonly answerBank: (paymentId: string, clientSecret: string, isConfirmed: boolean) => Promise<PaymentState>;
  /** Sends due notices, of one payment or of all; resolves when all were attempted. */
  readonly sendNotices: (paymentId?: string) => Promise<void>;
  /** Schedules notices; `sendNotices` sends those that are due. */
  readonly planNotice: (paymentId: string, way: NoticeWay) => Promise<ProviderPayment>;
}

export interface PaidAnswer {
  readonly state: PaymentState;
  /** How the response is to be delivered. */
  readonly answer: TestCard['answer'] | null;
}

export const isTestProvider = (provider: PaymentProvider): provider is TestProvider =>
  provider.name === 'test' && !provider.isOffline;

const settlesMs = 5_000;
const refundFailsMs = 5_000;

/** A provider that moves no money: its own ledger, published card numbers, and notices over HTTP. */
export function createTestProvider({ payments, secret, noticeUrl, now }: Deps): TestProvider {
  const ledger = createTestLedger(payments, now);
  const notices = createNoticeSender({ payments, secret, noticeUrl, now });
  const later = (ms: number) => new Date(now().getTime() + ms);
  const stateNow = (payment: TestPaymentDocument) => paymentStateOf(payment, now());

  return {
    name: 'test',
    async start(asked) {
      const payment = newPayment(asked, now());
      if (await payments.insert(payment)) return stateNow(payment);
      const earlier = await ledger.find(asked.id);
      if (earlier?.amountCents !== asked.amountCents)
        throw new ConflictError('This payment was started with another amount.');
      return stateNow(earlier);
    },
    async findState(id) {
      const payment = await ledger.find(id);
      return payment && stateNow(payment);
    },
    async pay(id, clientSecret, details) {
      const card = readCard(details, now());
      const payment = await ledger.apply(id, (before) => {
        requireSecret(before, clientSecret);
        // Submitted twice: it is paid already.
        if (before.status === 'authorized' || before.status === 'captured' || before.status === 'pending') return null;
        if (before.status === 'cancelled') throw new ConflictError('This payment was cancelled.');
        return afterPaying(before, card, { now: now(), settlesAt: later(settlesMs) });
      });
      if (card.notices === 'first') await notices.sendAllOf(payment);
      return { state: stateNow(payment), answer: card.answer ?? null };
    },
    async answerBank(id, clientSecret, isConfirmed) {
      const payment = await ledger.apply(id, (before) => {
        requireSecret(before, clientSecret);
        if (before.status !== 'confirming') return null;
        return isConfirmed
          ? { status: 'authorized', notices: [...before.notices, createNotice('payment.authorized', now())] }
          : { status: 'awaiting', declineReason: 'AUTHENTICATION_FAILED' };
      });
      return stateNow(payment);
    },
    async capture(id, amountCents) {
      return stateNow(
        await ledger.apply(id, (before) => {
          // One was declined, the other has nothing authorized.
          if (before.status !== 'authorized' || cardOf(before)?.failsCapture) return null;
          if (amountCents > before.amountCents) throw new ConflictError('More than was authorized.');
          const captured = createNotice('payment.captured', now());
          return {
            status: 'captured',
            capturedCents: amountCents,
            capturedAt: now(),
            notices: [...before.notices, captured],
          };
        }),
      );
    },
    async void(id) {
      return stateNow(
        await ledger.apply(id, ({ status }) =>
          status === 'captured' || status === 'cancelled' ? null : { status: 'cancelled', settlesAt: null },
        ),
      );
    },
    refund: async (id, refund) => stateNow(await ledger.apply(id, (before) => afterRefund(before, refund, now()))),
    ...createProviderDashboard(ledger, now),
    findPayment: async (providerId) => (await ledger.find(providerId))?._id ?? null,
    movements: (from, until) => movementsOf(payments, { from, until }, now),
    payments: async (asked) => (await payments.newest(asked)).map((payment) => listed(payment, now())),
    async readNotice(body, headers) {
      if (!isSigned(body, await secret(), headers[signatureHeader], now())) return null;
      return noticeBody.safeParse(JSON.parse(body.toString())).data ?? null;
    },
    sendNotices: async (paymentId) => {
      if (paymentId === undefined) return notices.sendDue();
      const payment = await ledger.find(paymentId);
      if (payment) await notices.sendAllOf(payment);
    },
    planNotice: async (id, way) => {
      const after = await ledger.apply(id, (payment) => ({ notices: noticesAfter(payment, way, now()) }));
      return listed(after, now());
    },
  };
}

function newPayment({ id, amountCents, checkout, order }: PaymentToStart, createdAt: Date): TestPaymentDocument {
  return {
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
    createdAt,
    expiresAt: paymentExpiry('awaiting', createdAt),
    version: 1,
  };
}

/** A payment after paying with a card. */
function afterPaying(
  { notices }: TestPaymentDocument,
  card: TestCard,
  { now, settlesAt }: { readonly now: Date; readonly settlesAt: Date },
): ReturnType<LedgerChange> {
  const shown = { brand: card.brand, last4: card.number.slice(-4), title: card.title };
  const paid = { card: shown, declineReason: null };
  const authorized = 'payment.authorized';
  switch (card.result) {
    case 'declined':
      return { card: shown, declineReason: card.declineReason ?? null, status: 'awaiting' };
    case 'confirmation':
      return { ...paid, status: 'confirming' };
    case 'pending':
      return {
        ...paid,
        status: 'pending',
        settlesAt,
        notices: [...notices, ...noticesOf(card, authorized, settlesAt)],
      };
    case 'authorized':
      return { ...paid, status: 'authorized', notices: [...notices, ...noticesOf(card, authorized, now)] };
  }
}

/** A payment after a refund; null: it was refunded before. */
function afterRefund(
  before: TestPaymentDocument,
  refund: Pick<TestRefund, 'id' | 'amountCents'>,
  now: Date,
): ReturnType<LedgerChange> {
  const { refunds, notices, capturedCents } = before;
  if (refunds.some(({ id }) => id === refund.id)) return null;
  if (refundedOf(before, now) + refund.amountCents > capturedCents) throw new ConflictError('More than was captured.');
  const made = createNotice('payment.refunded', now);
  const recorded = { ...refund, madeAt: now };
  if (!cardOf(before)?.failsRefundLater) return { refunds: [...refunds, recorded], notices: [...notices, made] };
  const failsAt = new Date(now.getTime() + refundFailsMs);
  return {
    refunds: [...refunds, { ...recorded, failsAt }],
    notices: [...notices, made, createNotice('refund.failed', failsAt)],
  };
}

/** The shop itself signs it, so its form is known. */
const noticeBody = z.object({ id: z.string(), kind: z.string(), providerId: z.string() });

function requireSecret({ clientSecret }: TestPaymentDocument, given: string): void {
  if (!isSameSecret(clientSecret, given)) throw new NotFoundError('There is no such payment.');
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

const refundedOf = ({ refunds }: TestPaymentDocument, now: Date): number =>
  refunds.reduce((sum, refund) => sum + (hasFailed(refund, now) ? 0 : refund.amountCents), 0);

function paymentStateOf(payment: TestPaymentDocument, now: Date): PaymentState {
  const { _id, clientSecret, declineReason, card, amountCents, capturedCents } = payment;
  return {
    result: resultOf(payment),
    declineReason,
    providerId: _id,
    clientSecret,
    card: card && { brand: card.brand, last4: card.last4 },
    amountCents,
    capturedCents,
    refundedCents: refundedOf(payment, now),
    failedRefunds: payment.refunds.filter((each) => !each.isForeign && hasFailed(each, now)).map(({ id }) => id),
    foreignRefunds: payment.refunds.flatMap((refund) => foreignOf(refund, now)),
    disputes: payment.disputes ?? [],
  };
}

const foreignOf = (refund: TestRefund, now: Date): ForeignRefund[] =>
  refund.isForeign && refund.madeAt
    ? [{ id: refund.id, amountCents: refund.amountCents, madeAt: refund.madeAt, hasFailed: hasFailed(refund, now) }]
    : [];

function listed(payment: TestPaymentDocument, now: Date): ProviderPayment {
  const { _id: id, checkout, order, createdAt } = payment;
  const { providerId, amountCents, capturedCents, refundedCents, result, declineReason, card } = paymentStateOf(
    payment,
    now,
  );
  return {
    ...{ id, checkout, order, providerId, createdAt },
    ...{ amountCents, capturedCents, refundedCents, result, declineReason, card },
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
