import { request as sendRequest } from 'node:http';
import type { ShopRequest } from './requests';
import type { ReadyAnswer } from './servers/bareAnswers';

/** Headers that Node adds itself. */
const added = new Set(['date', 'connection', 'keep-alive']);

/** The response with its raw headers. */
export function captureAnswer(port: number, { path, body, idToken }: ShopRequest): Promise<ReadyAnswer> {
  return new Promise((resolve, reject) => {
    const request = sendRequest(
      {
        ...{ host: '127.0.0.1', port, path, method: body === null ? 'GET' : 'POST' },
        headers: {
          ...(body !== null && { 'Content-Type': 'application/json' }),
          ...(idToken !== undefined && { Authorization: `Bearer ${idToken}` }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const { rawHeaders, statusCode = 0 } = response;
          const headers = rawHeaders.filter((_, at) => !added.has((rawHeaders[at - (at % 2)] ?? '').toLowerCase()));
          resolve({ status: statusCode, headers, body: Buffer.concat(chunks).toString() });
        });
      },
    );
    request.once('error', reject);
    request.end(body === null ? '' : JSON.stringify(body));
  });
}

/** The data of a GraphQL response, for comparison. */
export function dataOf({ body }: ReadyAnswer): string {
  return JSON.stringify((JSON.parse(body) as { data?: unknown }).data);
}
