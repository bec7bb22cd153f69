import { createServer, type Server } from 'node:http';

/** Captured responses of the shop, by GraphQL operation name or by `GET` and the path. */
export interface ReadyAnswer {
  readonly status: number;
  /** Name, value, name, value, ..., without the headers that Node adds itself. */
  readonly headers: readonly string[];
  readonly body: string;
}

export type ReadyAnswers = Readonly<Record<string, ReadyAnswer>>;

/** The upper limit: receives the same requests, parses their bodies, and sends the same bytes. */
export function createBareServer(answers: ReadyAnswers): Server {
  const ready = new Map(
    Object.entries(answers).map(([key, { status, headers, body }]) => [
      key,
      { status, headers: [...headers], body: Buffer.from(body) },
    ]),
  );
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const key = request.method === 'GET' ? `GET ${request.url}` : operationOf(Buffer.concat(chunks));
      const answer = ready.get(key);
      if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
      else response.writeHead(404).end();
    });
  });
}

function operationOf(body: Buffer): string {
  return (JSON.parse(body.toString()) as { operationName: string }).operationName;
}
