import type { Response } from 'express';
import { encode } from '../http/encoding';

/**
 * Ends the answer itself: Express would answer 304 and leave the browser with the nonce of another answer. Compression is
 * safe here: a page holds nothing about its visitor, and its one secret, the nonce, is new in every answer.
 */
export async function sendHtml(response: Response, status: number, html: string): Promise<void> {
  const { req: request } = response;
  const { body, encoding } = await encode(html, request.headers['accept-encoding']);
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.vary('Accept-Encoding');
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}
