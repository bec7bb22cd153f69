import { asAdmin } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { createEndpoint, rotateSecret } from './endpoints.service';

const database = useTestDatabase();
const hourMs = 60 * 60_000;

test('a replaced secret signs for 24 hours, so a fourth one is refused until the oldest has ended', async () => {
  let time = Date.now();
  const root = await asAdmin(database.repositories, 'root', { now: () => new Date(time) });
  const url = 'https://hooks.example.com/kiosk';
  const { _id: id, secrets } = (await createEndpoint(root, { url, events: ['ORDER_PLACED'] })).webhookEndpoint;
  const ids = async () => (await database.repositories.webhookEndpoints.find(id))?.secrets.map((each) => each.id);
  await rotateSecret(root, { id });
  time += 2.5 * hourMs;
  await rotateSecret(root, { id });
  await expect(rotateSecret(root, { id })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/Another one can be made in 22 hours\.$/) as string,
    retryAfterSeconds: 21.5 * 60 * 60,
  });
  expect(await ids()).toContain(secrets[0]?.id);
  time += 20.75 * hourMs;
  await expect(rotateSecret(root, { id })).rejects.toThrow('Another one can be made within the hour.');
  time += 0.75 * hourMs;
  await rotateSecret(root, { id });
  expect(await ids()).toHaveLength(3);
  expect(await ids()).not.toContain(secrets[0]?.id);
});
