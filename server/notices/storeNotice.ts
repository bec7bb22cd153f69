import { BadInputError } from '../errors';
import type { ProviderName, ProviderNotice } from '../payments/provider';
import type { PaymentNoticeDocument, PaymentNoticesRepository } from './paymentNotices.repository';

/** Lease of the receiving process; after it, another process takes over. */
const leaseMs = 10_000;
const retentionMs = 90 * 24 * 60 * 60_000;
const maxIdLength = 200;
const maxKindLength = 100;

export const leaseFrom = (now: Date): Date => new Date(now.getTime() + leaseMs);

interface StoreDeps {
  readonly repositories: { readonly paymentNotices: PaymentNoticesRepository };
  readonly now: () => Date;
}

/** Stores a verified notice, which the caller then processes; null: a duplicate, which is only counted. */
export async function storeNotice(
  { repositories: { paymentNotices }, now }: StoreDeps,
  provider: ProviderName,
  { id, providerId, kind }: ProviderNotice,
): Promise<PaymentNoticeDocument | null> {
  if (!isName(id) || !isName(providerId)) throw new BadInputError('The notice names nothing that can be looked up.');
  const receivedAt = now();
  const notice: PaymentNoticeDocument = {
    _id: `${provider}:${id}`,
    ...{ provider, providerId, kind: kind.slice(0, maxKindLength) },
    ...{ status: 'WAITING', paymentId: null, receivedAt, deliveries: 1 },
    ...{ dueAt: leaseFrom(receivedAt), tries: 0, lastError: null },
    expiresAt: new Date(receivedAt.getTime() + retentionMs),
    version: 1,
  };
  if (await paymentNotices.insert(notice)) return notice;
  await paymentNotices.countDelivery(notice._id);
  return null;
}

const isName = (text: string): boolean => text.length >= 1 && text.length <= maxIdLength;
