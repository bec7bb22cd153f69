import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { runCommand, UsageError } from '../process/commandLine';
import { longRunningOptions } from '../database/clientOptions';
import { databaseNameOf } from '../database/databaseUri';
import { createLastBackupRepository } from '../database/lastBackup.repository';
import { loadDotEnv, readEnvironment } from '../env';
import { accountsFileOf, backUpAccounts } from './accountsFile';
import { backUp } from './backUp';
import { openShopDatabase } from './openShopDatabase';
import { terminalReporter } from './terminal';

const usage = 'usage: npm run backup -- FILE [--uri MONGODB_URI]';

async function main(): Promise<void> {
  loadDotEnv();
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { uri: { type: 'string' } } });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError(usage);
  const environment = readEnvironment(process.env);
  const database = await openShopDatabase({ ...environment, mongodbUri: values.uri ?? environment.mongodbUri });
  const report = terminalReporter();
  try {
    const databaseName = databaseNameOf(database.uri);
    const startedAt = new Date();
    const collections = await backUp({ uri: database.uri, databaseName, file, report });
    for (const { name, documents } of collections) report.line(`${name}: ${documents} documents`);
    const journal = resolve(environment.dataDir, 'identity', 'accounts.journal');
    const withAccounts = environment.firebase === null && values.uri === undefined && existsSync(journal);
    if (withAccounts)
      report.line(`${backUpAccounts(journal, accountsFileOf(file))} accounts, in ${accountsFileOf(file)}`);
    else report.line('Accounts are kept by the identity provider and are not in the backup.');
    if (values.uri === undefined && !(await recordBackup(database.uri, startedAt)))
      report.line('The database could not take a note of it: kiosk_backup_age_seconds stays as it was.');
    report.line(`The database ${databaseName} is in ${file}, read back and whole.`);
  } finally {
    await database.close();
  }
}

/** False: it could not, as on a full disk. The backup is whole all the same. */
async function recordBackup(uri: string, at: Date): Promise<boolean> {
  const client = new MongoClient(uri, longRunningOptions);
  try {
    await createLastBackupRepository(client.db(databaseNameOf(uri))).record(at);
    return true;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}

runCommand(usage, main);
