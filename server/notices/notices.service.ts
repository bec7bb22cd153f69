import { withAudit } from '../audit/withAudit';
import { authorize } from '../auth/authorize';
import { sagaOf } from '../checkout/findCheckout';
import type { Context } from '../context';
import { ConflictError, NotFoundError, UnavailableError } from '../errors';
import { pageInput, parseInput } from '../graphql/input';
import { listingOf, type ListArguments, type Listing, type Page } from '../lists/connection';
import { positionOf, type SortOrder } from '../lists/position';
import { countMatching, indexedList, pageRequest, readPage } from '../lists/readList';
import type { ProviderPayment } from '../payments/provider';
import { isTestProvider } from '../payments/testProvider';
import { processNotice } from './processNotice';
import { noticeFilterInput, replayNoticeInput, sendTestNoticeInput } from './notices.input';
import type { PaymentNoticeDocument } from './paymentNotices.repository';

export type NoticeListing = Listing<PaymentNoticeDocument>;
export type ProviderPaymentListing = Pick<Listing<ProviderPayment>, 'page'>;

const newest: SortOrder = { field: 'receivedAt', direction: -1, isRarelyTied: true, hasTextIds: true };
const ids = /^.{1,250}$/s;

export async function listPaymentNotices(context: Context, input: ListArguments): Promise<NoticeListing> {
  await authorize(context, 'paymentNotices');
  const status = parseInput(noticeFilterInput, input.filter);
  const request = pageRequest(parseInput(pageInput, input), ['paymentNotices', status], ids);
  const list = indexedList(context.repositories.paymentNotices.list, newest, status === null ? {} : { status });
  return listingOf({
    read: () => readPage(list, request),
    countRows: () => countMatching(list),
    countOnce: (count) => context.loaders.count(['paymentNotices', status], count),
  });
}

const newestPayments: SortOrder = { field: 'createdAt', direction: -1, hasTextIds: true };

/** The provider's ledger returns this order itself. */
export async function listProviderPayments(context: Context, input: ListArguments): Promise<ProviderPaymentListing> {
  await authorize(context, 'providerPayments');
  const { first, after, fingerprint } = pageRequest(parseInput(pageInput, input), ['providerPayments'], ids);
  const read = async (): Promise<Page<ProviderPayment>> => {
    const asked = { limit: first + 1, after: after && { createdAt: new Date(after.key), id: after.id } };
    const found = await context.saga.provider.payments(asked);
    const rows = found.slice(0, first);
    const positionAt = (index: number) => {
      const { id, createdAt } = rows[index] as ProviderPayment;
      return positionOf({ _id: id, createdAt }, newestPayments);
    };
    return {
      ...{ rows, positionAt, fingerprint },
      end: rows.length > 0 ? positionAt(rows.length - 1) : null,
      hasNextPage: found.length > first,
      hasPreviousPage: after !== null,
    };
  };
  let page: Promise<Page<ProviderPayment>> | undefined;
  return { page: () => (page ??= read()) };
}

/** Looks up the payment again, whatever the notice's status. */
export async function replayNotice(context: Context, input: unknown): Promise<PaymentNoticeDocument> {
  const { viewer } = await authorize(context, 'replayNotice');
  const { repositories, saga } = context;
  const notice = await repositories.paymentNotices.find(parseInput(replayNoticeInput, input).id);
  if (!notice) throw new NotFoundError('There is no such notice.', 'id');
  if (notice.provider !== saga.provider.name)
    throw new ConflictError('This notice is of a payment provider that the shop does not use any more.', 'id');
  const { _id: subjectId, kind: subject, status: before, version: subjectVersion } = notice;
  const intent = { actorUid: viewer.uid, kind: 'REPLAY_NOTICE', subject, subjectId, subjectVersion } as const;
  return withAudit(
    context,
    { ...intent, changes: [] },
    async () => {
      const followed = await processNotice({ ...sagaOf(context), repositories }, { ...notice, tries: 0 });
      if (followed.lastError !== null) throw new UnavailableError(followed.lastError);
      return followed;
    },
    ({ status: after }) => (after === before ? [] : [{ field: 'status', before, after }]),
  );
}

export async function sendTestNotice(context: Context, input: unknown): Promise<ProviderPayment> {
  const { viewer } = await authorize(context, 'sendTestNotice');
  const { paymentId, way } = parseInput(sendTestNoticeInput, input);
  const { provider } = context.saga;
  if (!isTestProvider(provider)) throw new ConflictError('Only the test provider sends notices when it is told to.');
  const payment = await context.repositories.testPayments.find(paymentId);
  if (!payment) throw new NotFoundError('There is no such payment.', 'paymentId');
  const { _id: subjectId, order: subject, version: subjectVersion } = payment;
  const changes = [{ field: 'way', before: null, after: way }];
  const intent = { actorUid: viewer.uid, kind: 'SEND_TEST_NOTICE', subject, subjectId, subjectVersion } as const;
  return withAudit(context, { ...intent, changes }, async () => {
    const listed = await provider.planNotice(paymentId, way);
    if (way === 'AGAIN') await provider.sendNotices(paymentId);
    return listed;
  });
}
