import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadTraces } from './openTelemetry';
import type { Traces } from './spans';

/** The limit documented in docs/operating/traces.md. */
const maxWaiting = 2_048;
const batch = 512;

/** Accepts batches of spans, and withholds its answers until `answer` is called. */
class HangingCollector {
  spans = 0;
  private isHanging = true;
  private readonly waiting: ServerResponse[] = [];
  readonly server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      this.spans += body.match(/"spanId"/g)?.length ?? 0;
      if (this.isHanging) this.waiting.push(response);
      else response.end('{}');
      this.server.emit('batch');
    });
  });

  async start(): Promise<string> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  answer(): void {
    this.isHanging = false;
    for (const response of this.waiting.splice(0)) response.end('{}');
  }
}

let collector: HangingCollector;
let traces: Traces;
beforeEach(async () => {
  collector = new HangingCollector();
  const endpoint = await collector.start();
  traces = await loadTraces({ endpoint, serviceName: 'kiosk', share: 1 }, { warn: () => undefined });
});
afterEach(async () => {
  collector.answer();
  await traces.stop();
  collector.server.closeAllConnections();
  collector.server.close();
});

function makeSpans(count: number): void {
  const attributes = { 'kiosk.operation': 'products' };
  for (let made = 0; made < count; made += 1)
    traces.run({ name: 'payments look', kind: 'client', attributes }, () => undefined);
}

function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('while the collector hangs, drops spans beyond the queue without growing the heap, at low cost', async () => {
  const first = once(collector.server, 'batch');
  makeSpans(batch);
  await first;
  makeSpans(2 * maxWaiting);
  const before = heapAfterCollection();
  const startedAt = performance.now();
  const dropped = 50_000;
  makeSpans(dropped);
  const tookMs = performance.now() - startedAt;
  // Stored, each span would take half a kilobyte or more.
  expect(heapAfterCollection() - before).toBeLessThan(dropped * 100);
  expect(tookMs / dropped).toBeLessThan(0.2);
  expect(collector.spans).toBe(batch);
});

test('sends only the queued spans once the collector answers again', async () => {
  const first = once(collector.server, 'batch');
  makeSpans(batch);
  await first;
  makeSpans(10 * maxWaiting);
  collector.answer();
  while (collector.spans < batch + maxWaiting) await once(collector.server, 'batch');
  makeSpans(1);
  await traces.stop();
  expect(collector.spans).toBe(batch + maxWaiting + 1);
}, 20_000);

test('sends all queued spans before the process ends', async () => {
  collector.answer();
  makeSpans(maxWaiting);
  await traces.stop();
  expect(collector.spans).toBe(maxWaiting);
});
