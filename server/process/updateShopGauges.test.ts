import type { Figures } from '../telemetry/shopGauges';
import { useTestDatabase } from '../testing/useTestDatabase';
import { updateShopGauges } from './updateShopGauges';

const database = useTestDatabase();
const hourMs = 3_600_000;

async function figuresNow(): Promise<Figures | null> {
  let stop: () => Promise<void> = () => Promise.resolve();
  const figures = await new Promise<Figures | null>((told) => {
    stop = updateShopGauges({
      repositories: database.repositories,
      ...{ sharesDatabase: false, databaseReady: () => true, tell: told, log: { warn: (line: unknown) => void line } },
    });
  });
  await stop();
  return figures;
}

test('measures how long the oldest message has waited, not the one that is due next or was resent', async () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);
  const waiting = { status: 'PENDING', sendAfter: inHours(-5) };
  const messages = [
    { ...waiting, createdAt: inHours(-2), dueAt: inHours(2) },
    { ...waiting, createdAt: inHours(-3), dueAt: inHours(1), status: 'SENDING' },
    { ...waiting, createdAt: inHours(-1), dueAt: inHours(-1) },
    { ...waiting, createdAt: inHours(-90), dueAt: inHours(-1), resends: [{ at: inHours(-80) }, { at: inHours(-1) }] },
    // It can still be taken back, or is not waiting any more.
    { ...waiting, createdAt: inHours(-6), dueAt: inHours(1), sendAfter: inHours(1) },
    { ...waiting, createdAt: inHours(-9), dueAt: null, status: 'SENT' },
    { ...waiting, createdAt: inHours(-9), dueAt: null, status: 'FAILED' },
  ];
  await database.db.collection('outbox').insertMany(messages);
  const figures = await figuresNow();
  expect(figures?.mail).toMatchObject({ waiting: 5, failed: 1 });
  expect(Math.round((figures?.mail.oldestSeconds ?? 0) / 60)).toBe(180);
});

test('tells how old the data of the newest backup is, and nothing before the first', async () => {
  expect((await figuresNow())?.backupSeconds).toBeUndefined();
  const { lastBackup } = database.repositories;
  await lastBackup.record(new Date(Date.now() - 2 * hourMs));
  // One that was begun earlier and took longer.
  await lastBackup.record(new Date(Date.now() - 5 * hourMs));
  expect(Math.round(((await figuresNow())?.backupSeconds ?? 0) / 60)).toBe(120);
});

test('a message that was resent has waited since then', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs);
  const resent = { status: 'PENDING', sendAfter: hoursAgo(90), createdAt: hoursAgo(90), dueAt: hoursAgo(0) };
  await database.db.collection('outbox').insertOne({ ...resent, resends: [{ at: hoursAgo(80) }, { at: hoursAgo(2) }] });
  expect(Math.round(((await figuresNow())?.mail.oldestSeconds ?? 0) / 60)).toBe(120);
});

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
  const figures = await figuresNow();
  expect(figures?.webhooks).toMatchObject({ waiting: 3, failed: 1 });
  expect(Math.round((figures?.webhooks.failingSeconds ?? 0) / 60)).toBe(120);
  expect(figures?.mail).toEqual({ waiting: 0, oldestSeconds: 0, failed: 0 });
});

test('counts the purchases that nobody moves, that hold too long or whose money is owed for too long as stuck', async () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const underWay = { createdAt: inMinutes(-60), dueAt: inMinutes(60), heldUntil: null };
  const checkouts = [
    { ...underWay, dueAt: inMinutes(-3) },
    { ...underWay, heldUntil: inMinutes(-11) },
    { ...underWay, refundingSince: inMinutes(-11) },
    { ...underWay, dueAt: inMinutes(-1), heldUntil: inMinutes(-9) },
    { ...underWay, refundingSince: inMinutes(-9) },
    { ...underWay, dueAt: null, refundingSince: inMinutes(-11) },
  ];
  await database.db.collection('checkouts').insertMany(checkouts);
  expect((await figuresNow())?.checkouts).toMatchObject({ open: 5, stuck: 3 });
});
