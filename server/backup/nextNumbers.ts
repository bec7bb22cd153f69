import { statSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient, type Db } from 'mongodb';
import { longRunningOptions } from '../database/clientOptions';
import { createPaperNumbersRepository, type Series } from '../orders/paperNumbers.repository';
import { startEmbeddedMongo } from '@kiosk/embedded-mongodb/startEmbeddedMongo';
import type { Reporter } from './backUp';

/** The next number of each series of papers; those below may have been issued. */
export type NextNumbers = Readonly<Partial<Record<Series, number>>>;

const allSeries: readonly Series[] = ['invoices', 'creditNotes'];
const optionOf: Readonly<Record<Series, string>> = {
  invoices: '--invoices-from N',
  creditNotes: '--credit-notes-from N',
};

export async function readNextNumbers(db: Db): Promise<NextNumbers> {
  const numbers = createPaperNumbersRepository(db);
  const next = allSeries.map(async (series) => [series, (await numbers.findLast(series)).last + 1] as const);
  return Object.fromEntries(await Promise.all(next)) as NextNumbers;
}

/** Of a folder of the embedded database that no process uses. null: it cannot be read, which is reported. */
export async function readNextNumbersOf(
  folder: string,
  databaseName: string,
  report: Pick<Reporter, 'line'>,
): Promise<NextNumbers | null> {
  try {
    requireDataFile(folder);
    const server = await startEmbeddedMongo({ dataDir: folder, onOutput: () => undefined });
    const client = new MongoClient(server.uri, longRunningOptions);
    try {
      return await readNextNumbers(client.db(databaseName));
    } finally {
      await client.close();
      await server.stop();
    }
  } catch (error) {
    report.line(`The data to be replaced cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
    return null;
  }
}

/** Where its file is missing or empty the database would begin a new one, without any numbers. */
function requireDataFile(folder: string): void {
  const status = statSync(join(folder, 'data.mdb'), { throwIfNoEntry: false });
  if (!status) throw new Error('there is no data.mdb');
  if (status.size === 0) throw new Error('data.mdb is empty');
}

/** Throws unless the operator has told each series: what was issued after the backup cannot be known otherwise. */
export function requireTold(told: NextNumbers): void {
  const missing = allSeries.filter((series) => told[series] === undefined).map((series) => optionOf[series]);
  if (missing.length === 0) return;
  throw new Error(
    `Nothing was changed, for no number of an invoice or credit note may be given twice: call this again with ${missing.join(' and ')}: ` +
      'one above the highest that was issued (141 after 2026-000140), or 1 where none was issued after the backup. ' +
      'It is on the newest PDF that was saved, printed or sent; where none is left take a number that is certainly higher.',
  );
}

export function highestOf(...each: readonly NextNumbers[]): NextNumbers {
  const highest = allSeries.map((series) => [series, Math.max(1, ...each.map((next) => next[series] ?? 1))] as const);
  return Object.fromEntries(highest) as NextNumbers;
}

/** No number below these is issued again. */
export async function continueNumbers(db: Db, from: NextNumbers, report: Pick<Reporter, 'line'>): Promise<void> {
  const numbers = createPaperNumbersRepository(db);
  const [invoice, creditNote] = [
    await numbers.continueAt('invoices', from.invoices ?? 1),
    await numbers.continueAt('creditNotes', from.creditNotes ?? 1),
  ];
  report.line(`The next invoice has the number ${invoice}, the next credit note ${creditNote}.`);
}
