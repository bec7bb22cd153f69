import express from 'express';
import { MongoClient } from 'mongodb';
import { createSaga } from '../checkout/createSaga';
import { createRepositories } from '../collections/repositories';
import { longRunningOptions } from '../database/clientOptions';
import type { PaymentSettings } from '../env';
import { createMetrics } from '../telemetry/metrics';
import { createRateLimiter } from '../http/rateLimits';
import { createNoticeProcessor } from '../notices/noticeProcessor';
import { webhookRoute } from '../rest/paymentRoutes';

/**
 * A process of the shop that only receives notices. It kills itself when it is about to handle one. It prints its port.
 */
interface Orders {
  readonly databaseUri: string;
  readonly databaseName: string;
  readonly payments: PaymentSettings;
}

const { databaseUri, databaseName, payments } = JSON.parse(process.argv[2] ?? '{}') as Orders;
const none = () => undefined;
const now = () => new Date();
const client = new MongoClient(databaseUri, longRunningOptions);
const repositories = createRepositories(client.db(databaseName));
const saga = createSaga({ repositories, publicUrl: () => '', payments });
const follower = createNoticeProcessor({
  ...{ ...saga, repositories, now, log: { info: none, warn: none, error: none } },
  beforeStep: () => void process.kill(process.pid, 'SIGKILL'),
});
const { countNotice } = createMetrics();
const app = express();
app.use(
  '/api/webhooks/:provider',
  webhookRoute({
    ...{ provider: saga.provider, repositories, now, limiter: createRateLimiter({}), countNotice },
    // After the answer to its sender.
    follower: { take: (notice) => void setImmediate(() => follower.take(notice)) },
  }),
);
const http = app.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(http.address())}\n`));
