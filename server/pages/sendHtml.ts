import type { Response } from 'express';
import { encode } from '../http/encoding';

/**
 * Bypasses Express, which would answer 304 while the browser keeps another response's nonce. Compression is safe
 * (BREACH): pages contain no personal data, and the nonce is new in every response.
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
