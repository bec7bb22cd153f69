import { z } from 'zod';
import { withAudit } from '../audit/withAudit';
import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { ConflictError, isRefusal, NotFoundError } from '../errors';
import { parseInput } from '../graphql/input';
import { syncPayment } from '../orders/syncPayment';
import { requirePayments } from '../payments/noProvider';
import { recordFix } from './finishFixes';
import { asUnavailable, reconcileDay, reconciliationId } from './reconcileDay';
import { repairCapture } from './repairCapture';
import type { Repair } from './repairOrder';
import { repairOrphan } from './repairOrphan';
import { repairRefund } from './repairRefund';
import { dayOfDifference, type Day } from './reconciledDay';
import type { Difference, StoredReconciliation } from './reconciliations.repository';
import type { SagaDeps } from '../checkout/sagaDeps';

const fixInput = z.strictObject({
  id: z.string({ error: 'id must be that of a difference' }).max(500, 'id must be that of a difference'),
});

interface Fixed {
  readonly day: Day;
  readonly stored: StoredReconciliation;
}

/**
 * Fixes a difference of a day's last verdict from the current state of provider and order, then reconciles the day
 * again. Idempotent under concurrency; a later caller gets the verdict.
 */
export async function fixDifference(context: Context, input: unknown): Promise<Fixed> {
  const { viewer } = await authorize(context, 'fixDifference');
  const { id } = parseInput(fixInput, input);
  const { repositories, saga, now, log } = context;
  requirePayments(saga.provider);
  const { reconciliations } = repositories;
  const day = dayOfDifference(id);
  if (!day) throw noSuchDifference();
  const key = reconciliationId(saga.provider, day);
  const stored = await reconciliations.find(key);
  if (!stored) throw noSuchDifference();
  const deps: FixDeps = { ...saga, repositories, now, log };
  const ofProvider = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw asUnavailable(deps, error);
    });
  const difference = stored.differences.find((each) => each.id === id);
  if (!difference) {
    const begun = await reconciliations.findUnrecorded(key, id);
    if (begun) await ofProvider(recordFix(deps, key, { byUid: viewer.uid, ...begun }));
    else if (!(await reconciliations.wasFixed(key, id))) throw noSuchDifference();
    return { day, stored };
  }
  if (!difference.canFix) throw notByItself();
  return withAudit(context, { actorUid: viewer.uid, kind: 'FIX_DIFFERENCE', ...auditOf(difference) }, async () => {
    const byUid = viewer.uid;
    const fix = { ...difference, byUid };
    await reconciliations.beginRecord(key, fix);
    await ofProvider(mend(deps, { difference, byUid })).catch(async (error: unknown) => {
      if (isRefusal(error)) await reconciliations.endRecord(key, id);
      throw error;
    });
    const after = await reconcileDay({ repositories, provider: saga.provider, now, log }, day);
    if (after.differences.some((each) => each.id === id)) {
      await reconciliations.endRecord(key, id);
      throw notByItself();
    }
    const begun = await reconciliations.findUnrecorded(key, id);
    await ofProvider(recordFix(deps, key, { ...fix, ...begun }));
    return { day, stored: after };
  });
}

type FixDeps = SagaDeps & Pick<Context, 'repositories'>;
type Fix = Pick<Repair, 'difference' | 'byUid'>;

const noSuchDifference = () => new NotFoundError('There is no such difference.', 'id');

const notByItself = () =>
  new ConflictError('It cannot be mended by itself. Look at the payment in the dashboard of the provider.', 'id');

const written = (cents: number | null): string | null => (cents === null ? null : (cents / 100).toFixed(2));

const auditOf = ({ id, kind, order, providerId, providerCents, orderCents }: Difference) => ({
  subject: order ?? providerId ?? id,
  subjectId: id,
  changes: [
    { field: 'difference', before: kind, after: null },
    { field: 'amount', before: written(orderCents), after: written(providerCents) },
  ],
});

async function mend(deps: SagaDeps, fix: Fix): Promise<void> {
  const { paymentId, about } = fix.difference;
  if (paymentId === null) throw notByItself();
  const order = await deps.repositories.orders.findByPayment(paymentId);
  const repair = { ...fix, paymentId };
  if (!order) await repairOrphan(deps, paymentId);
  else if (about === 'CAPTURE') await repairCapture(deps, repair);
  else if (about === 'REFUND') await repairRefund(deps, repair);
  else await syncPayment(deps, paymentId);
}
