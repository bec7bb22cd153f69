import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: { readonly id: string; readonly type: string; readonly data: Record<string, unknown> };
}

/** An integrator's server: records the events and answers as set. */
export class EventReceiver {
  readonly received: ReceivedEvent[] = [];
  connections = 0;
  answer: (response: ServerResponse, event: ReceivedEvent) => void = (response) => response.writeHead(204).end();
  private readonly server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const body = Buffer.concat(chunks).toString();
      const event = { headers: request.headers, body, event: JSON.parse(body) as ReceivedEvent['event'] };
      this.received.push(event);
      this.answer(response, event);
    });
  }).on('connection', () => (this.connections += 1));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${this.port}/hooks`;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get types(): string[] {
    return this.received.map(({ event }) => event.type);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
