import { readFileSync } from 'node:fs';
import { neverStopping } from '../database/sweepPeriodically';
import { eventTypes } from '../events/eventTypes';
import { createProduct } from '../products/products.service';
import { endpoints } from '../rest/endpoints';
import { createOpenApi } from '../rest/openApi';
import { asAdmin } from '../testing/contexts';
import { openApiChecker } from '../testing/openApiChecker';
import { EventReceiver } from '../testing/eventReceiver';
import { shopChanges } from '../testing/shopChanges';
import { useTestDatabase } from '../testing/useTestDatabase';
import { sendTestEvent } from './deliveries.service';
import { createEndpoint, rotateSecret } from './endpoints.service';
import { createWebhookSweep } from './startWebhooks';
import { webhookContext } from './webhookContext';

const database = useTestDatabase();
const receiver = new EventReceiver();
afterAll(() => receiver.stop());

const document = createOpenApi(endpoints, readFileSync('schema.graphql', 'utf8'), 'http://127.0.0.1:1');
const { faultsOfEvent } = openApiChecker(document);

test('every event that the shop sends matches the OpenAPI document, in body and headers', async () => {
  const { db, repositories } = database;
  const now = () => new Date();
  const admin = await asAdmin(repositories, 'root', { now });
  const events = eventTypes.map((type) => type.toUpperCase().replace('.', '_'));
  const { webhookEndpoint } = await createEndpoint(admin, { url: await receiver.start(), events });
  const id = webhookEndpoint._id;
  // Both secrets sign the events.
  await rotateSecret(admin, { id });
  await shopChanges(db, repositories, admin).oneOfEachKind();
  await createProduct(admin, { name: 'Counted', price: 5, stock: 0 });
  await sendTestEvent(admin, { id });
  const log = { info: () => undefined, warn: () => undefined };
  const settings = { firebase: null, webhooks: { privateAddresses: true, keys: [] } };
  const sweep = createWebhookSweep({
    ...{ repositories, now, log },
    ...webhookContext(settings, repositories.shopKey),
  });
  await sweep.sweep(neverStopping);
  await sweep.idle();
  const { webhooks } = document as { webhooks: object };
  expect(Object.keys(webhooks)).toEqual([...eventTypes, 'webhook.test']);
  expect(new Set(receiver.types)).toEqual(new Set(Object.keys(webhooks)));
  for (const { body, headers } of receiver.received)
    expect([body, faultsOfEvent(JSON.parse(body) as { type: string }, headers)]).toEqual([body, []]);
});

test('an event with additional, missing or invalid fields does not match the OpenAPI document', () => {
  const id = `evt_${'0'.repeat(32)}`;
  const event = {
    id,
    type: 'order.placed',
    createdAt: new Date().toISOString(),
    data: { orderNumber: 'K-1', version: 1 },
  };
  const headers = {
    'kiosk-signature': `t=1,v1=${'a'.repeat(64)}`,
    'kiosk-event-id': id,
    'user-agent': 'Kiosk-Webhooks/1',
  };
  expect(faultsOfEvent(event, headers)).toEqual([]);
  for (const wrong of [
    { ...event, email: 'ann@example.com' },
    { ...event, data: { ...event.data, email: 'ann@example.com' } },
    { ...event, data: { orderNumber: 'K-1' } },
    { ...event, data: { orderNumber: 'K-1', version: '1' } },
    { ...event, type: 'order.sold' },
  ])
    expect(faultsOfEvent(wrong, headers)).not.toEqual([]);
  expect(faultsOfEvent(event, { ...headers, 'kiosk-signature': '' })).not.toEqual([]);
});
