import type { Logger } from 'pino';
import type { AuditEntryDocument } from '../audit/audit.repository';
import type { Repositories } from '../collections/repositories';

interface OpenFixesDeps {
  readonly repositories: Pick<Repositories, 'auditEntries'>;
  readonly log: Pick<Logger, 'warn'>;
}

const batchSize = 1_000;

/** The fixes begun until then whose outcome is not known yet. One that fails does not block the others. */
export async function forEachOpenFix(
  { repositories, log }: OpenFixesDeps,
  begunUntil: Date,
  work: (entry: AuditEntryDocument) => Promise<void>,
): Promise<void> {
  for (const entry of await repositories.auditEntries.findOpen(begunUntil, batchSize)) {
    if (entry.kind !== 'FIX_DIFFERENCE') continue;
    try {
      await work(entry);
    } catch (error) {
      log.warn({ auditEntry: entry._id.toHexString(), err: error }, 'fix of a difference has to wait');
    }
  }
}
