import { readdirSync } from 'node:fs';
import { uriWithDatabase } from '../../../server/testing/uriWithDatabase';
import { useTestDatabase } from '../../../server/testing/useTestDatabase';
import { buildShop, countMessages, dropDatabase, Machine } from './machine';

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
  'one server with MongoDB is started, doubled, asked for an admin, backed up, drilled and restored by docs/operating',
  async () => {
    const uri = uriWithDatabase(database.uri, `${database.databaseName}_server`);
    // What the second process and the command need besides.
    machine.writeSettings({ MONGODB_URI: uri, TRUST_PROXY: '1', REQUIRE_VERIFIED_EMAIL: 'false' });
    try {
      await machine.start();
      const doubled = await machine.run(machine.block('docs/operating/several-hosts.md', 'second'));
      expect(doubled).toContain('The second process is ready.');

      const command = machine.block('docs/operating/one-server.md', 'command');
      await machine.run(command.replace('make-admin -- you@shop.example', 'seed -- --products 1 --users 2'));
      const named = await machine.run(command.replace('you@shop.example', 'person-1@generated.test'));
      expect(named).toContain('is an admin now');

      await machine.sendMessage();
      await machine.run('systemctl start kiosk-backup');
      await machine.sendMessage();
      expect(await countMessages(uri)).toBe(2);
      // Nothing of it is on the machine.
      expect(readdirSync(machine.at('var/lib/kiosk')).filter((name) => name.startsWith('mongodb'))).toEqual([]);

      const drill = await machine.run(machine.block('docs/operating/backup.md', 'drill'));
      expect(drill).toMatch(/contactMessages.*\b1\b/);
      expect(drill).toContain('The drill has passed');
      expect(await countMessages(uri)).toBe(2);

      const restore = machine.block('docs/operating/backup.md', 'restore');
      expect(restore).toContain('MONGODB_URI=embedded');
      // 'With a MongoDB, MONGODB_URI is the shop's own there.'
      const ofShop = restore.replace('MONGODB_URI=embedded', `MONGODB_URI='${uri}'`);
      await machine.run('systemctl stop kiosk-second');
      expect(await machine.run(ofShop)).toContain('The shop was restored');
      await machine.ready();
      expect(await countMessages(uri)).toBe(1);
      await machine.sendMessage();
      expect(await countMessages(uri)).toBe(2);
    } finally {
      await machine.run('systemctl stop kiosk kiosk-second');
      await dropDatabase(uri);
    }
  },
  limitMs,
);
