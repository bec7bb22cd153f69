import { randomBytes } from 'node:crypto';
import { signNotice } from './noticeSignature';
import type { ProviderNotice } from './provider';
import type { TestCard } from './testCards';
import type { TestNotice, TestPaymentDocument, TestPaymentsRepository } from './testPayments.repository';

interface Parts {
  readonly payments: TestPaymentsRepository;
  readonly secret: () => Promise<string>;
  readonly noticeUrl: () => string;
  readonly now: () => Date;
}

export const signatureHeader = 'x-kiosk-signature';
const lateMs = 8_000;
const atOnce = 100;

export function createNotice(kind: string, dueAt: Date): TestNotice {
  return { id: `evt_${randomBytes(12).toString('hex')}`, kind, dueAt };
}

/** As the card says: one, two of one id, a late one, or none. */
export function noticesOf({ notices }: Pick<TestCard, 'notices'>, kind: string, from: Date): TestNotice[] {
  if (notices === 'never') return [];
  const one = createNotice(kind, notices === 'late' ? new Date(from.getTime() + lateMs) : from);
  return notices === 'twice' ? [one, { ...one, dueAt: new Date(one.dueAt.getTime() + 1_000) }] : [one];
}

/** Notices travel over HTTP with a real signature; what cannot be delivered is due still. */
export function createNoticeSender({ payments, secret, noticeUrl, now }: Parts) {
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

  async function sendAllOf({ _id, notices }: Pick<TestPaymentDocument, '_id' | 'notices'>): Promise<void> {
    for (const due of notices.filter(({ dueAt }) => dueAt <= now())) await send(_id, due).catch(() => undefined);
  }

  return {
    sendAllOf,
    sendDue: async (): Promise<void> => {
      const due = await payments.withNoticesDue(now(), atOnce);
      await Promise.all(due.map(sendAllOf));
    },
  };
}
