import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Response } from 'express';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Most of what compression can win for a tenth of the time. */
const quality = 4;

/**
 * Ends the answer itself: Express would answer 304 and leave the browser with the nonce of another answer. Compression is
 * safe here: a page holds nothing about its visitor, and its one secret, the nonce, is new in every answer.
 */
export async function sendHtml(response: Response, status: number, html: string): Promise<void> {
  const { req: request } = response;
  const plain = Buffer.from(html);
  const encoding = request.acceptsEncodings('br', 'gzip');
  const body =
    encoding === 'br'
      ? await brotli(plain, {
          params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
        })
      : encoding === 'gzip'
        ? await zip(plain, { level: quality })
        : plain;
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.vary('Accept-Encoding');
  if (body !== plain) response.setHeader('Content-Encoding', encoding as string);
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}
