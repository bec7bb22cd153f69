import type { Figures } from '../telemetry/shopGauges';
import { useTestDatabase } from '../testing/useTestDatabase';
import { updateShopGauges } from './updateShopGauges';

const database = useTestDatabase();
const hourMs = 3_600_000;

test('counts waiting and failed events and measures how long an active endpoint has been failing', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs);
  const endpoints = [
    { status: 'active', failingSince: hoursAgo(2) },
    { status: 'active', failingSince: hoursAgo(1) },
    { status: 'active', failingSince: null },
    // Nothing is sent to these endpoints.
    { status: 'paused', failingSince: hoursAgo(9) },
    { status: 'disabled', failingSince: hoursAgo(200) },
  ];
  await database.db
    .collection('webhookEndpoints')
    .insertMany(endpoints.map((each, n) => ({ ...each, url: String(n) })));
  const deliveries = ['PENDING', 'PENDING', 'SENDING', 'FAILED', 'DELIVERED', 'DELIVERED'];
  await database.db
    .collection('webhookDeliveries')
    .insertMany(deliveries.map((status, n) => ({ status, eventId: String(n), createdAt: new Date() })));
  let stop: () => Promise<void> = () => Promise.resolve();
  const figures = await new Promise<Figures | null>((told) => {
    stop = updateShopGauges({
      repositories: database.repositories,
      ...{ sharesDatabase: false, databaseReady: () => true, tell: told, log: { warn: (line: unknown) => void line } },
    });
  });
  await stop();
  expect(figures?.webhooks).toMatchObject({ waiting: 3, failed: 1 });
  expect(Math.round((figures?.webhooks.failingSeconds ?? 0) / 60)).toBe(120);
  expect(figures?.mail).toEqual({ waiting: 0, oldestSeconds: 0, failed: 0 });
});
