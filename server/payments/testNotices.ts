import { randomBytes } from 'node:crypto';
import { signatureOf } from '../text/signature';
import type { ProviderNotice } from './provider';
import type { TestCard } from './testCards';
import type { TestNotice, TestPaymentDocument, TestPaymentsRepository } from './testPayments.repository';

interface Deps {
  readonly payments: TestPaymentsRepository;
  readonly secret: () => Promise<string>;
  readonly noticeUrl: () => string;
  readonly now: () => Date;
}

export const signatureHeader = 'x-kiosk-signature';
const lateMs = 8_000;
const batchSize = 100;

export function createNotice(kind: string, dueAt: Date): TestNotice {
  return { id: `evt_${randomBytes(12).toString('hex')}`, kind, dueAt };
}

/** Per card: one, two with the same id, a late one, or none. */
export function noticesOf({ notices }: Pick<TestCard, 'notices'>, kind: string, from: Date): TestNotice[] {
  if (notices === 'never') return [];
  const one = createNotice(kind, notices === 'late' ? new Date(from.getTime() + lateMs) : from);
  return notices === 'twice' ? [one, { ...one, dueAt: new Date(one.dueAt.getTime() + 1_000) }] : [one];
}

/** How an admin has a notice delivered (schema: TestNoticeWay). */
export type NoticeWay = 'AGAIN' | 'LATE' | 'LOSE';

/** The notices that are pending then; again: the last delivered one, under its own id. */
export function noticesAfter(payment: TestPaymentDocument, way: NoticeWay, now: Date): TestNotice[] {
  if (way === 'LOSE') return [];
  const { notices, lastNotice } = payment;
  const dueAt = way === 'LATE' ? new Date(now.getTime() + lateMs) : now;
  const waiting = notices.map((notice) => ({ ...notice, dueAt }));
  if (waiting.length > 0) return waiting;
  return [lastNotice ? { ...lastNotice, dueAt } : createNotice(kindOf(payment), dueAt)];
}

function kindOf({ status, refunds }: TestPaymentDocument): string {
  if (status === 'captured') return refunds.length > 0 ? 'payment.refunded' : 'payment.captured';
  return status === 'authorized' ? 'payment.authorized' : 'payment.created';
}

/** Delivers notices over HTTP with a real signature; failed deliveries stay due. */
export function createNoticeSender({ payments, secret, noticeUrl, now }: Deps) {
  async function send(paymentId: string, notice: TestNotice): Promise<void> {
    const { id, kind } = notice;
    const body = Buffer.from(JSON.stringify({ id, kind, providerId: paymentId } satisfies ProviderNotice));
    const response = await fetch(noticeUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', [signatureHeader]: signatureOf(body, [await secret()], now()) },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    if (response.ok) await payments.noticeDelivered(paymentId, notice);
  }

  async function sendAllOf({ _id, notices }: Pick<TestPaymentDocument, '_id' | 'notices'>): Promise<void> {
    for (const due of notices.filter(({ dueAt }) => dueAt <= now())) await send(_id, due).catch(() => undefined);
  }

  return {
    sendAllOf,
    sendDue: async (): Promise<void> => {
      const due = await payments.withNoticesDue(now(), batchSize);
      await Promise.all(due.map(sendAllOf));
    },
  };
}
