import { parseArgs } from 'node:util';
import { runCommand, UsageError } from '../process/commandLine';
import { databaseNameOf } from '../database/databaseUri';
import { loadDotEnv, readEnvironment } from '../env';
import { hasAccounts } from './accountsFile';
import { collectionsToRestore } from './checkFile';
import type { Series } from '../orders/paperNumbers.repository';
import type { NextNumbers } from './nextNumbers';
import { nonEmptyCollections, restoreArchive, type RestoreOptions } from './restoreArchive';
import { restoreShop } from './restoreShop';
import { askToOverwrite, terminalReporter } from './terminal';

const usage =
  'usage: npm run restore -- FILE [--uri MONGODB_URI] [--from DATABASE] [--yes | --drop] ' +
  '[--invoices-from N] [--credit-notes-from N] (N is 141 for the number 2026-000141, 10 for CN-2026-000010)';

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      uri: { type: 'string' },
      from: { type: 'string' },
      yes: { type: 'boolean' },
      drop: { type: 'boolean' },
      'invoices-from': { type: 'string' },
      'credit-notes-from': { type: 'string' },
    },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError(usage);
  const { uri, from, yes, drop } = values;
  const numbersFrom = {
    ...numberOf('invoices', values['invoices-from']),
    ...numberOf('creditNotes', values['credit-notes-from']),
  };
  const confirm = yes === true || drop === true ? () => Promise.resolve(true) : askToOverwrite;
  return { file, uri, from, numbersFrom, confirm };
}

function numberOf(series: Series, text: string | undefined): NextNumbers {
  if (text === undefined) return {};
  if (!/^[1-9]\d{0,11}$/.test(text)) throw new UsageError(usage);
  return { [series]: Number(text) };
}

async function main(): Promise<void> {
  loadDotEnv();
  const { file, uri: givenUri, from, numbersFrom, confirm } = readArguments();
  const { mongodbUri, dataDir } = readEnvironment(process.env);
  const uri = givenUri ?? mongodbUri;
  const databaseName = databaseNameOf(uri ?? '');
  const report = terminalReporter();
  report.progress('checking the file');
  const collections = await collectionsToRestore({ file, databaseName, from });
  const documents = collections.reduce((sum, collection) => sum + collection.documents, 0);
  report.line(`${file} is whole: ${documents} documents in ${collections.length} collections.`);
  const options = { databaseName, file, collections, report, numbersFrom };
  if (uri === null) await restoreShop({ ...options, dataDir, confirm, now: new Date() });
  else {
    await restoreInto({ ...options, uri }, confirm);
    if (hasAccounts(file)) report.line('The accounts beside the file are restored only with the embedded database.');
  }
  report.line(`Restored from ${file}.`);
}

async function restoreInto(options: RestoreOptions, confirm: (question: string) => Promise<boolean>): Promise<void> {
  const names = options.collections.map(({ name }) => name);
  const conflicting = await nonEmptyCollections(options, names);
  const question = `Remove these collections of ${options.databaseName} and restore them from the file: ${conflicting.join(', ')}?`;
  if (conflicting.length > 0 && !(await confirm(question))) throw new Error('Nothing was changed.');
  await restoreArchive(options);
}

runCommand(usage, main);
