import { parseArgs } from 'node:util';
import { runCommand, UsageError } from '../process/commandLine';
import { withRepositories } from '../collections/withRepositories';
import { loadDotEnv, readEnvironment } from '../env';
import { makeAdmin } from './makeAdmin';

const usage = 'usage: npm run make-admin -- E-MAIL...';

/** Sequential; a failure is reported and does not stop the others. */
async function main(): Promise<void> {
  const { positionals: emails } = parseArgs({ allowPositionals: true, options: {} });
  if (emails.length === 0) throw new UsageError(usage);
  loadDotEnv();
  const environment = readEnvironment(process.env);
  await withRepositories(environment, async (repositories) => {
    const failures: string[] = [];
    for (const email of emails) {
      await makeAdmin(repositories, email, environment).then(
        (done) => console.log(done),
        (error: unknown) => failures.push(error instanceof Error ? error.message : String(error)),
      );
    }
    if (failures.length > 0) throw new Error(failures.join('\n'));
  });
}

runCommand(usage, main);
