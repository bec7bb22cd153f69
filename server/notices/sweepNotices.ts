import { noticeConcurrency, processNotice, type NoticeDeps } from './processNotice';
import { leaseFrom } from './storeNotice';

const batchSize = 50;
/** The next sweep continues with the rest. */
const maxBatches = 20;

/**
 * Processes overdue notices: their process has crashed, the provider did not answer, or their payment was not known yet.
 * `isOver`: what is left waits for the next sweep.
 */
export async function sweepNotices(deps: NoticeDeps, isOver = () => false): Promise<void> {
  const { repositories, provider, now } = deps;
  for (let batches = 0; batches < maxBatches; batches += 1) {
    const due = await repositories.paymentNotices.findDue(provider.name, now(), batchSize);
    const left = [...due];
    const followSome = async () => {
      for (let notice = left.shift(); notice && !isOver(); notice = left.shift()) {
        // null: another process has it.
        const claimed = await repositories.paymentNotices.change(notice, { dueAt: leaseFrom(now()) });
        if (claimed) await processNotice(deps, claimed);
      }
    };
    await Promise.all(Array.from({ length: noticeConcurrency }, followSome));
    if (due.length < batchSize || isOver()) return;
  }
}
