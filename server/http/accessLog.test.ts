import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createLogger } from './logging';
import { createAccessLog } from './accessLog';
import { createMetrics } from '../telemetry/metrics';
import { requestState, requestStateOf } from './requestState';

const lines: Record<string, unknown>[] = [];
const log = createLogger('info', { write: (text) => void lines.push(JSON.parse(text) as Record<string, unknown>) });
const metrics = createMetrics();
let http: Server;
let url: string;

beforeAll(async () => {
  const app = express();
  const accessLog = createAccessLog(log, metrics, 0);
  app.use(
    requestState({
      log,
      authenticate: async () => null,
      addressOf: () => '127.0.0.1',
      clientOf: (address) => address,
    }),
    (request, response, next) => {
      accessLog.observe(request, response, requestStateOf(response));
      next();
    },
  );
  app.use('/cut', (request) => void request.socket.destroy());
  app.use('/:route/:status', (request, response) => {
    requestStateOf(response).route = request.params.route;
    requestStateOf(response).operation = 'products';
    response.status(Number(request.params.status)).end();
  });
  http = createServer(app).listen(0, '127.0.0.1');
  await once(http, 'listening');
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterAll(() => void http.close());
beforeEach(() => void (lines.length = 0));

const entry = { route: 'test', operation: 'products', responseTime: expect.any(Number), requestId: expect.any(String) };

test.each([
  ['POST', 200, 'info'],
  ['GET', 200, 'info'],
  ['POST', 404, 'warn'],
  ['GET', 429, 'warn'],
  ['GET', 500, 'error'],
  ['POST', 503, 'warn'],
])('logs %s answered with %i at level %s', async (method, status, level) => {
  const { headers } = await fetch(`${url}/test/${status}?email=ada@kiosk.test`, { method });
  const requestId = headers.get('x-request-id');
  const line = { ...entry, method, status, requestId, msg: 'answered', level, pid: process.pid };
  expect(lines).toEqual([{ ...line, time: expect.any(String) }]);
});

test('counts successful asset and health requests but does not log them at a sampling rate of 0', async () => {
  for (const route of ['assets', 'readyz']) await fetch(`${url}/${route}/200`);
  expect(lines).toEqual([]);
  for (const route of ['assets', 'readyz'])
    expect(await metrics.text()).toContain(
      `kiosk_http_request_duration_seconds_count{method="GET",route="${route}",status="200"} 1`,
    );
  await fetch(`${url}/readyz/503`);
  expect(lines).toMatchObject([{ route: 'readyz', status: 503 }]);
});

test("logs 'client aborted' when the client disconnects before the answer is sent", async () => {
  await expect(fetch(`${url}/cut`, { method: 'POST' })).rejects.toThrow('fetch failed');
  expect(lines).toMatchObject([{ msg: 'client aborted', method: 'POST', level: 'info' }]);
});
