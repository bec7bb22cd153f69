import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expressMessages } from './expressMessages';

test('requests and responses come with the prototype that Express gives them, and keep it', async () => {
  const app = express();
  const seen: boolean[] = [];
  app.get('/hello', (request, response) => {
    seen.push(request.app === app, response.app === app);
    response.json({ ip: request.ip });
  });
  const http = createServer(expressMessages(app), (request, response) => {
    const prototypes = () => [Object.getPrototypeOf(request), Object.getPrototypeOf(response)] as object[];
    const before = prototypes();
    app(request, response);
    seen.push(...prototypes().map((prototype, index) => prototype === before[index]));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  try {
    const answer = await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}/hello`);
    expect(await answer.json()).toEqual({ ip: '127.0.0.1' });
    expect(seen).toEqual([true, true, true, true]);
  } finally {
    http.close();
  }
});
