// Starts the given number of embedded databases, one per worker of a test run, prints their URIs, and stops them at the
// end of its input.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@kiosk/embedded-mongodb/startEmbeddedMongo';

const folder = mkdtempSync(join(tmpdir(), 'kiosk-test-'));
const servers = await Promise.all(
  Array.from({ length: Number(process.argv[2]) }, (_, index) =>
    startEmbeddedMongo({ dataDir: join(folder, String(index)), testCommands: true }),
  ),
);
process.stdout.write(`${servers.map(({ uri }) => uri).join(' ')}\n`);
process.stdin.resume().once('end', () => {
  void Promise.all(servers.map((server) => server.stop())).then(() => rmSync(folder, { recursive: true }));
});
