import type { Logger } from 'pino';
import type { AccountJournal, AccountRecord } from './accountJournal';
import type { DemoAccount, EmulatorApi } from './emulatorApi';

const batchSize = 16;

/**
 * Imports every account of the journal into a new emulator and creates missing demo accounts. Returns the refused uids.
 */
export async function restoreAccounts(
  api: EmulatorApi,
  journal: AccountJournal,
  demoAccounts: readonly DemoAccount[],
  log: Pick<Logger, 'warn'>,
): Promise<string[]> {
  await api.enableEmailPrivacy();
  const records = journal.records();
  const refused = await api.restore(records);
  for (const [uid, reason] of refused) log.warn({ uid, reason }, 'The identity emulator refused a stored account');
  const restored = records.filter(({ localId }) => !refused.has(localId));
  // The import sets validSince to now, which would revoke all sessions.
  for (let start = 0; start < restored.length; start += batchSize) {
    await Promise.all(
      restored.slice(start, start + batchSize).map((record) => api.setValidSince(record.localId, validSinceOf(record))),
    );
  }
  const emails = new Set(records.map((record) => record['email']));
  for (const account of demoAccounts) {
    if (!emails.has(account.email)) await api.createVerified(account);
  }
  return [...refused.keys()];
}

function validSinceOf(record: AccountRecord): string {
  const stored = record['validSince'];
  return typeof stored === 'string' ? stored : '0';
}
