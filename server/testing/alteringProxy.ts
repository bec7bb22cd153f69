import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { encode, type Doc } from '../embedded/mongodb/values';
import { formatReply, MessageReader, parseRequest, type WireRequest } from '../embedded/mongodb/wire';

export interface AlteringProxy {
  readonly uri: string;
  /** What the answers become from now on. */
  alter: (command: Doc, reply: Doc) => Doc;
  stop(): Promise<void>;
}

const opMsg = 2013;

/** Stands before a real server and changes what it answers: a server that promises less, or does less than it says. */
export async function startAlteringProxy(upstream: string): Promise<AlteringProxy> {
  const { hostname, port } = new URL(upstream);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const real = connect(Number(port), hostname);
    const asked: WireRequest[] = [];
    const [requests, replies] = [new MessageReader(), new MessageReader()];
    for (const [one, other] of [
      [client, real],
      [real, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
    client.on('data', (chunk) => {
      for (const message of requests.push(chunk)) {
        const request = parseRequest(message);
        if (!request.silent) asked.push(request);
        real.write(message);
      }
    });
    real.on('data', (chunk) => {
      for (const message of replies.push(chunk)) {
        const request = asked.shift();
        if (!request || message.readInt32LE(12) !== opMsg) client.write(message);
        else client.write(formatReply(request, [encode(proxy.alter(request.command, parseRequest(message).command))]));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: AlteringProxy = {
    // Directly: the answer to hello names the real server.
    uri: `mongodb://127.0.0.1:${(server.address() as AddressInfo).port}/?directConnection=true`,
    alter: (_, reply) => reply,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return proxy;
}
