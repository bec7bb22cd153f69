import { withRepositories } from '../database/withRepositories';
import { loadDotEnv, readEnvironment } from '../env';
import { makeAdmin } from './makeAdmin';

async function main(): Promise<void> {
  loadDotEnv();
  const [email] = process.argv.slice(2);
  if (email === undefined) throw new Error('usage: npm run make-admin -- <e-mail>');
  const environment = readEnvironment(process.env);
  console.log(await withRepositories(environment, (repositories) => makeAdmin(repositories, email, environment)));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
