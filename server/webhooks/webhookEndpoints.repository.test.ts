import { asAdmin } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { createEndpoint } from './endpoints.service';

const database = useTestDatabase();
const day = 24 * 60 * 60_000;

test('a failure long after the last one begins a new series, also for a stored endpoint without its date', async () => {
  const { webhookEndpoints } = database.repositories;
  const root = await asAdmin(database.repositories, 'root', {});
  const { webhookEndpoint } = await createEndpoint(root, {
    url: 'https://hooks.example/',
    events: ['PRODUCT_CREATED'],
  });
  const { _id } = webhookEndpoint;
  const failAt = async (time: number) => {
    await webhookEndpoints.noteFailure(_id, new Date(time), new Date(time - day));
    return (await webhookEndpoints.find(_id))?.failingSince?.getTime();
  };
  expect([await failAt(day), await failAt(2 * day), await failAt(3 * day)]).toEqual([day, day, day]);
  expect([await failAt(9 * day), await failAt(10 * day)]).toEqual([9 * day, 9 * day]);
  expect(await webhookEndpoints.disable(_id, new Date(3 * day))).toBe(false);
  await database.db.collection('webhookEndpoints').updateMany({}, { $unset: { lastFailureAt: '' } });
  expect(await failAt(20 * day)).toBe(9 * day);
});
