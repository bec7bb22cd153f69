import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvironment } from '../env';
import { createLogger } from '../http/logging';
import { freePort } from '../testing/databaseAt';
import { createCaller } from '../testing/startTestServer';
import { uriWithDatabase } from '../testing/uriWithDatabase';
import { useTestDatabase } from '../testing/useTestDatabase';
import { serveShop } from './serveShop';

/** Built in continuous integration; no test downloads it. */
const program = join('tools', 'scripts', 'otelCollector', 'collector');
const isBuilt = existsSync(program);
if (!isBuilt)
  process.stdout.write(
    "NOT MEASURED: OpenTelemetry's collector. What is missing: (cd tools/scripts/otelCollector && go build -o collector)\n",
  );

const database = useTestDatabase();
let collector: ChildProcess | undefined;
let output = '';

/** Resolves when the collector has logged the text. */
async function until(text: string): Promise<void> {
  while (!output.includes(text)) {
    if (collector?.exitCode !== null) throw new Error(`The collector ended: ${output.slice(-2_000)}`);
    await Promise.race([once(collector.stderr ?? collector, 'data'), once(collector, 'exit')]);
  }
}

async function startCollector(): Promise<string> {
  const endpoint = `127.0.0.1:${await freePort()}`;
  const config = {
    receivers: { otlp: { protocols: { http: { endpoint } } } },
    exporters: { debug: { verbosity: 'detailed' } },
    service: {
      telemetry: { metrics: { level: 'none' } },
      pipelines: { traces: { receivers: ['otlp'], exporters: ['debug'] } },
    },
  };
  collector = spawn(program, ['--config', `yaml:${JSON.stringify(config)}`], { stdio: ['ignore', 'pipe', 'pipe'] });
  collector.stdout?.resume();
  collector.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await until('Everything is ready');
  return `http://${endpoint}`;
}

afterAll(async () => {
  if (!collector || collector.exitCode !== null) return;
  collector.kill();
  await once(collector, 'exit');
});

(isBuilt ? test : test.skip)(
  'the OpenTelemetry Collector accepts the traces and decodes service name, trace ids, spans and attributes',
  async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const lines: string[] = [];
    const settings = {
      ...{ PORT: '0', DEMO_DATA: 'off', OTEL_SERVICE_NAME: 'corner-shop' },
      OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector(),
    };
    const shop = await serveShop({
      environment: readEnvironment(settings as unknown as NodeJS.ProcessEnv),
      mongodbUri: uriWithDatabase(database.uri, database.databaseName),
      emulatorHost: '127.0.0.1:1',
      log: createLogger('warn', { write: (line) => void lines.push(line) }),
    });
    await shop.ready();
    const query = 'query { products { totalCount } }';
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    const { status } = await createCaller(shop.url).call('POST', '/graphql', { body: { query }, headers });
    expect(status).toBe(200);
    // Stopping sends the remaining spans.
    await shop.stop();
    await until('POST graphql');
    expect(output).toContain('service.name: Str(corner-shop)');
    expect(output).toMatch(new RegExp(`Trace ID +: ${traceId}\\s+Parent ID +: 00f067aa0ba902b7`));
    expect(output).toMatch(/Name +: POST graphql\s+Kind +: Server/);
    expect(output).toMatch(/Name +: Query\.products\s+Kind +: Internal/);
    expect(output).toMatch(/db\.system\.name: Str\(mongodb\)/);
    expect(lines.filter((line) => /trace|export/i.test(line))).toEqual([]);
  },
  60_000,
);
