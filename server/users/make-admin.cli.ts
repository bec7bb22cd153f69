import { withRepositories } from '../database/withRepositories';
import { loadDotEnv, readEnvironment } from '../env';
import { makeAdmin } from './makeAdmin';

async function main(): Promise<void> {
  loadDotEnv();
  const [email] = process.argv.slice(2);
  if (email === undefined) throw new Error('usage: npm run make-admin -- <e-mail>');
  console.log(await withRepositories(readEnvironment(process.env), (repositories) => makeAdmin(repositories, email)));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
