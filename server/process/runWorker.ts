import type { Logger } from 'pino';
import type { Environment } from '../env';
import { answerScrapes } from '../http/metrics';
import { createLifetime, tellWhyNot } from './lifetime';
import { isOrder, type News, type Order } from './messages';
import { serveShop, type ServedProcess } from './serveShop';

/** One of several processes that answer at the same port: it does what the first one tells it. */
export async function runWorker(environment: Environment, log: Logger): Promise<void> {
  let shop: ServedProcess | undefined;
  // Ctrl-C reaches every process of the group; the first one tells this one what follows from it.
  process.on('SIGINT', () => undefined);
  const lifetime = createLifetime({
    log,
    signals: ['SIGTERM'],
    stop: async () => shop?.stop(),
    forceStop: () => undefined,
  });
  process.once('disconnect', () => lifetime.end(1, 'the first process is gone'));
  // A signal to the whole group has reached it already.
  const endOnce = () => {
    if (!lifetime.signal.aborted) lifetime.end(0, 'the first process says so');
  };
  const tell = (news: News) => process.send?.(news);

  const obey = async (order: Order): Promise<void> => {
    if (order.kiosk === 'forget') shop?.forget(order.uid);
    else if (order.kiosk === 'reloadClient') await shop?.reloadClient();
    else if (order.kiosk === 'stop') endOnce();
    else if (order.kiosk === 'retire') await shop?.retire().then(() => tell({ kiosk: 'retired' }));
    else {
      shop = await serveShop({ environment, log, ...order });
      tell({ kiosk: 'listening', url: shop.url });
      await Promise.all([shop.ready(), shop.reloadClient()]);
      tell({ kiosk: 'ready' });
    }
  };
  answerScrapes();
  process.on('message', (message) => {
    if (!isOrder(message)) return;
    obey(message).catch((error: unknown) => {
      tellWhyNot(error);
      process.exit(1);
    });
  });
  tell({ kiosk: 'waiting' });
}
