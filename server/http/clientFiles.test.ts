import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { createClientFiles } from './clientFiles';

const clientFolder = mkdtempSync(join(tmpdir(), 'kiosk-client-'));
const script = join(clientFolder, 'assets', 'app-12345678.js');
const largeBytes = 32 * 1024 * 1024;
let server: TestServer;

beforeAll(async () => {
  mkdirSync(join(clientFolder, 'assets'));
  writeFileSync(script, 'shop();');
  writeFileSync(`${script}.br`, brotliCompressSync('shop();'));
  writeFileSync(join(clientFolder, 'large.png'), Buffer.alloc(largeBytes));
  server = await startTestServer({ parts: { clientFolder } });
});
afterAll(async () => {
  await server.stop();
  rmSync(clientFolder, { recursive: true });
});

const askForScript = () =>
  server.call('GET', '/assets/app-12345678.js', { headers: { 'accept-encoding': 'br', accept: 'application/json' } });

test('answers 404 without Content-Encoding when a new build has removed the compressed file', async () => {
  expect(await askForScript()).toMatchObject({ status: 200, text: 'shop();' });
  rmSync(`${script}.br`);
  const { status, headers } = await askForScript();
  expect([status, headers.get('content-encoding')]).toEqual([404, null]);
});

/** The levels of the log lines of a download from which the client disconnects. */
async function levelsOfLeaving(afterBytes: number): Promise<string[]> {
  const known = server.logLines.length;
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET /large.png HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
  if (afterBytes > 0) await once(socket, 'data');
  socket.destroy();
  while (server.logLines.length === known) await delay(5);
  // Everything about the aborted download is logged by the time this is answered.
  await server.call('GET', '/livez');
  return server.logLines.slice(known).map((line) => (JSON.parse(line) as { level: string }).level);
}

test.each([
  ['before it begins', 0],
  ['in the middle of it', 1],
])('logs a client that disconnects from a download %s as info, not as an error', async (_, afterBytes) => {
  expect(await levelsOfLeaving(afterBytes)).toEqual(['info', 'info']);
});

test('a page names the hashes of its inline scripts, after a new build those of the new ones', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-page-'));
  const build = (html: string) => writeFileSync(join(folder, 'index.html'), html);
  try {
    build('<script>one()</script><script type="module" src="/a.js"></script>\n<script type="module">two()\n</script>');
    const files = createClientFiles(folder, folder);
    expect(files.page('index.html')?.inlineScripts).toEqual([
      "'sha256-HR7iaask9daLMRRskMI++QeJtjWDOjyPA6lGzYGzKW4='",
      "'sha256-KUcSpvSxT6ZpY6acqJ+PnKqVvcJP86bOsmFTj6jYNDk='",
    ]);
    build('<script>three()</script>');
    files.reload();
    expect(files.page('index.html')?.inlineScripts).toEqual(["'sha256-9pBN41chd0j5wOHh+ekeax160Rc9jNo20dZbpBeXbkQ='"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
