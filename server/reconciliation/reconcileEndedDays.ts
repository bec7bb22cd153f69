import { tryReconcile, reconciliationId, type ReconcileDeps } from './reconcileDay';
import { dayAt, dayBefore } from './reconciledDay';

/** Movements around midnight have reached their orders by then. */
const restMs = 60 * 60_000;
/** Retry delay after a failed check. */
const againMs = 5 * 60_000;

/**
 * Reconciles each day once after it has ended. Every process calls this at each sweep; the first one does it, and
 * another one takes over after a crash.
 */
export function reconcileEndedDays(deps: ReconcileDeps): () => Promise<void> {
  let checked = '';
  let notBefore = new Date(0);

  return async () => {
    const { repositories, provider, now } = deps;
    const moment = now();
    const day = dayBefore(dayAt(moment));
    // A verdict from during the day does not cover its end.
    const due = new Date(day.until.getTime() + restMs);
    if (day.name === checked || moment < notBefore || moment < due) return;
    notBefore = new Date(moment.getTime() + againMs);
    const found = await repositories.reconciliations.find(reconciliationId(provider, day));
    if ((found && found.checkedAt >= due) || (await tryReconcile(deps, day, due))) checked = day.name;
  };
}
