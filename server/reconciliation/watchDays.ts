import { checkIfFree, reconciliationId, type CheckParts } from './checkDay';
import { dayAt, dayBefore } from './reconciledDay';

/** What moved around midnight has become part of its order by then. */
const restMs = 60 * 60_000;
/** Until a check that has failed is tried again. */
const againMs = 5 * 60_000;

/**
 * Checks each day once when it has ended: of all processes the one that comes first, and another one where that has ended meanwhile. Every
 * process asks for it at each sweep.
 */
export function watchDays(parts: CheckParts): () => Promise<void> {
  let checked = '';
  let notBefore = new Date(0);

  return async () => {
    const { repositories, provider, now } = parts;
    const moment = now();
    const day = dayBefore(dayAt(moment));
    // A verdict of while the day went on says nothing of its end.
    const due = new Date(day.until.getTime() + restMs);
    if (day.name === checked || moment < notBefore || moment < due) return;
    notBefore = new Date(moment.getTime() + againMs);
    const found = await repositories.reconciliations.find(reconciliationId(provider, day));
    if ((found && found.checkedAt >= due) || (await checkIfFree(parts, day, due))) checked = day.name;
  };
}
