import { readdirSync } from 'node:fs';
import { uriWithDatabase } from '../../../server/testing/uriWithDatabase';
import { useTestDatabase } from '../../../server/testing/useTestDatabase';
import { buildShop, countMessages, dropDatabase, Machine, untilReady } from './machine';

/**
 * One server whose data is in a MongoDB from the start, by the commands of docs/operating. Without another test database
 * the embedded one stands in for MongoDB; `npm run test:databases` uses real ones.
 */
const database = useTestDatabase();
const machine = new Machine();
const limitMs = 300_000;

beforeAll(async () => {
  buildShop();
  await machine.install(['0.1.0']);
}, limitMs);
afterAll(() => machine.remove(), limitMs);

test(
  'one server with MongoDB is installed, started, backed up, drilled and restored by docs/operating',
  async () => {
    const uri = uriWithDatabase(database.uri, `${database.databaseName}_server`);
    machine.writeSettings({ MONGODB_URI: uri });
    try {
      await machine.run(machine.placed(`systemctl start kiosk\n${untilReady}`));
      await machine.sendMessage();
      await machine.run('systemctl start kiosk-backup');
      await machine.sendMessage();
      expect(await countMessages(uri)).toBe(2);
      // Nothing of it is on the machine.
      expect(readdirSync(machine.at('var/lib/kiosk')).filter((name) => name.startsWith('mongodb'))).toEqual([]);

      expect(await machine.run(machine.block('docs/operating/backup.md', 'drill'))).toMatch(/contactMessages.*\b1\b/);
      expect(await countMessages(uri)).toBe(2);

      const restore = machine.block('docs/operating/backup.md', 'restore');
      expect(restore).toContain('MONGODB_URI=embedded');
      // 'With a MongoDB, MONGODB_URI is the shop's own there.'
      const ofShop = restore.replace('MONGODB_URI=embedded', `MONGODB_URI='${uri}'`);
      await machine.run(`${ofShop}\n${machine.placed(untilReady)}`);
      expect(await countMessages(uri)).toBe(1);
      await machine.sendMessage();
      expect(await countMessages(uri)).toBe(2);
    } finally {
      await machine.run('systemctl stop kiosk');
      await dropDatabase(uri);
    }
  },
  limitMs,
);
