import { parseArgs } from 'node:util';
import { runCommand, UsageError } from '../process/commandLine';
import { databaseNameOf } from '../database/databaseUri';
import { loadDotEnv, readEnvironment } from '../env';
import { hasAccounts } from './accountsFile';
import { collectionsToRestore } from './checkFile';
import { nonEmptyCollections, restoreArchive, type RestoreOptions } from './restoreArchive';
import { restoreShop } from './restoreShop';
import { askToOverwrite, terminalReporter } from './terminal';

const usage = 'usage: npm run restore -- FILE [--uri MONGODB_URI] [--from DATABASE] [--yes | --drop]';

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      uri: { type: 'string' },
      from: { type: 'string' },
      yes: { type: 'boolean' },
      drop: { type: 'boolean' },
    },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError(usage);
  const { uri, from, yes, drop } = values;
  return { file, uri, from, confirm: yes === true || drop === true ? () => Promise.resolve(true) : askToOverwrite };
}

async function main(): Promise<void> {
  loadDotEnv();
  const { file, uri: givenUri, from, confirm } = readArguments();
  const { mongodbUri, dataDir } = readEnvironment(process.env);
  const uri = givenUri ?? mongodbUri;
  const databaseName = databaseNameOf(uri ?? '');
  const report = terminalReporter();
  report.progress('checking the file');
  const collections = await collectionsToRestore({ file, databaseName, from });
  const documents = collections.reduce((sum, collection) => sum + collection.documents, 0);
  report.line(`${file} is whole: ${documents} documents in ${collections.length} collections.`);
  const options = { databaseName, file, collections, report };
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
