import { existsSync } from 'node:fs';
import { uriWithDatabase } from '../../../server/testing/uriWithDatabase';
import { useTestDatabase } from '../../../server/testing/useTestDatabase';
import { buildShop, countMessages, dropDatabase, Machine } from './machine';

/**
 * The move from one server's embedded database to MongoDB, by the commands of docs/operating/mongodb.md. Without
 * another test database the embedded one stands in for MongoDB; `npm run test:databases` uses real ones.
 */
const database = useTestDatabase();
const machine = new Machine();
const page = 'docs/operating/mongodb.md';
const limitMs = 300_000;

beforeAll(async () => {
  buildShop();
  await machine.install(['0.1.0']);
}, limitMs);
afterAll(() => machine.remove(), limitMs);

test(
  'docs/operating/mongodb.md moves a shop from the embedded database to MongoDB',
  async () => {
    const uri = uriWithDatabase(database.uri, `${database.databaseName}_moved`);
    await machine.start();
    await machine.sendMessage();
    await machine.sendMessage();
    await machine.run(machine.block(page, 'leave'));
    machine.writeSettings({ MONGODB_URI: uri });
    try {
      const arriving = await machine.run(machine.block(page, 'arrive'));
      expect(arriving).toMatch(/contactMessages.*\b2\b/);
      expect(arriving).toContain('The shop is in its MongoDB');
      await machine.ready();
      expect(await countMessages(uri)).toBe(2);
      await machine.sendMessage();
      expect(await countMessages(uri)).toBe(3);
      // The embedded database no longer runs.
      expect(existsSync(machine.at('var/lib/kiosk/mongodb-uri'))).toBe(false);
    } finally {
      await machine.run('systemctl stop kiosk');
      await dropDatabase(uri);
    }
  },
  limitMs,
);
