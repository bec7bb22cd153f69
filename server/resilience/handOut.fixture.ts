import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask } from '../testing/steadyClients';
import { closeOrphanedConnection } from '../process/closeOrphanedConnection';

/**
 * A separate program: two workers share a port while many clients open connections, and workers are replaced one after
 * another. `node --import tsx handOut.fixture.ts retire|kill|killWithoutWorkaround ROUNDS` prints the outcomes of the
 * requests.
 */
const callers = 32;

const [, , manner, rounds] = process.argv;
if (cluster.isPrimary) await run(manner === 'retire' ? retire : kill);
else answer();

function retire(worker: Worker): void {
  worker.send('retire');
}

function kill(worker: Worker): void {
  worker.process.kill('SIGKILL');
}

async function run(end: (worker: Worker) => void): Promise<void> {
  const errors: string[] = [];
  const start = async (): Promise<[Worker, number]> => {
    const worker = cluster.fork();
    if (manner !== 'killWithoutWorkaround') closeOrphanedConnection(worker);
    worker.once('message', () => worker.send('stop'));
    worker.on('error', ({ message }) => errors.push(message));
    const [{ port }] = (await once(worker, 'listening')) as [AddressInfo];
    return [worker, port];
  };
  const [[first, port], [second]] = [await start(), await start()];
  const count = { answered: 0, reset: 0, unanswered: 0 };
  let isOver = false;
  const call = async () => {
    while (!isOver) count[await fateOfCall(port)] += 1;
  };
  const calls = Array.from({ length: callers }, call);
  const workers = [first, second];
  for (let round = 0; round < Number(rounds); round += 1) {
    const [successor] = await start();
    workers.push(successor);
    const old = workers.shift() as Worker;
    end(old);
    await once(old, 'exit');
  }
  isOver = true;
  await Promise.all(calls);
  process.stdout.write(JSON.stringify({ ...count, errors }));
  process.exit();
}

async function fateOfCall(port: number): Promise<'answered' | 'reset' | 'unanswered'> {
  const { status, error } = await ask(`http://127.0.0.1:${port}/`, false);
  if (status !== undefined) return 'answered';
  return error?.code === undefined ? 'unanswered' : 'reset';
}

/** Busy for a while per request, so that connections queue up. */
function answer(): void {
  const server: Server = createServer((_, response) => {
    for (const end = performance.now() + 1; performance.now() < end;);
    response.end('x');
  });
  server.listen(0, '127.0.0.1');
  process.once('message', () => {
    process.once('message', () => process.exit());
    server.close(() => process.send?.('retired'));
  });
  process.once('disconnect', () => process.exit());
}
