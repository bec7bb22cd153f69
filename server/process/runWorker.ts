import type { Logger } from 'pino';
import type { Environment } from '../env';
import { createLifetime, reportStartFailure } from './lifetime';
import { isWorkerCommand, type WorkerEvent, type WorkerCommand } from './workerMessages';
import { serveShop, type ServedProcess } from './serveShop';

/** A worker process: shares the port, and takes commands from the primary. */
export async function runWorker(environment: Environment, log: Logger): Promise<void> {
  let shop: ServedProcess | undefined;
  // Ctrl-C reaches the whole process group; the primary sends the command to stop.
  process.on('SIGINT', () => undefined);
  const lifetime = createLifetime({
    log,
    signals: ['SIGTERM'],
    stop: async () => shop?.stop(),
    forceStop: () => undefined,
  });
  process.once('disconnect', () => lifetime.end(1, 'the primary is gone'));
  // A signal to the whole group has reached it already.
  const endOnce = () => {
    if (!lifetime.signal.aborted) lifetime.end(0, 'the primary stops');
  };
  const send = (event: WorkerEvent) => process.send?.(event);

  const handle = async (command: WorkerCommand): Promise<void> => {
    if (command.kiosk === 'forget') shop?.forget(command.uid);
    else if (command.kiosk === 'reloadClient') await shop?.reloadClient();
    else if (command.kiosk === 'count')
      send({ kiosk: 'counted', scrape: command.scrape, counts: (await shop?.counts()) ?? [] });
    else if (command.kiosk === 'stop') endOnce();
    else if (command.kiosk === 'retire') await shop?.retire().then(() => send({ kiosk: 'retired' }));
    else {
      shop = await serveShop({ environment, log, ...command });
      send({ kiosk: 'listening', url: shop.url });
      await Promise.all([shop.ready(), shop.reloadClient()]);
      send({ kiosk: 'ready' });
    }
  };
  process.on('message', (message) => {
    if (!isWorkerCommand(message)) return;
    handle(message).catch((error: unknown) => {
      reportStartFailure(error);
      process.exit(1);
    });
  });
  send({ kiosk: 'waiting' });
}
