import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { runCommand, UsageError } from '../process/commandLine';
import { loadDotEnv, readEnvironment } from '../env';
import { seed } from './seed';
import { withRepositories } from './withRepositories';

const usage = 'usage: npm run seed -- [--products N] [--users N] [--entries N] [--orders N]';
const largest = 2_000_000;

async function main(): Promise<void> {
  loadDotEnv();
  const { values } = parseArgs({
    options: {
      ...{ products: { type: 'string' }, users: { type: 'string' } },
      ...{ entries: { type: 'string' }, orders: { type: 'string' } },
    },
  });
  const amounts = {
    products: amount('products', values.products),
    users: amount('users', values.users),
    entries: amount('entries', values.entries),
    orders: amount('orders', values.orders),
  };
  const total = amounts.products + amounts.users + amounts.entries + amounts.orders;
  if (total === 0) throw new UsageError(usage);
  const bar = new SingleBar({
    format: 'Seeding [{bar}] {value}/{total} | {eta_formatted} left',
    clearOnComplete: false,
  });
  const startedAt = performance.now();
  await withRepositories(readEnvironment(process.env), async (repositories) => {
    bar.start(total, 0);
    await seed(repositories, amounts, (done) => bar.increment(done));
    bar.stop();
  });
  console.log(`Done in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`);
}

function amount(name: string, text = '0'): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= largest) return value;
  throw new UsageError(`--${name} must be a whole number up to ${largest}.`);
}

runCommand(usage, main);
