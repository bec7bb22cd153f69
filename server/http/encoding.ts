import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Coding = 'br' | 'gzip';
export type Encoding = Coding | 'identity';

/** In order of preference. */
const codings: readonly Coding[] = ['br', 'gzip'];

/** The offered coding that the client prefers (RFC 9110, 12.5.3). */
export function chooseEncoding(acceptEncoding: string | undefined, offered: readonly Coding[] = codings): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  let best: Encoding = 'identity';
  let most = weights.get('identity') ?? 0;
  for (const coding of offered) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0;
    if (weight === 0 || weight < most || (weight === most && best !== 'identity')) continue;
    [best, most] = [coding, weight];
  }
  return best;
}

/** Shorter texts are not worth compressing. */
const minCompressedLength = 1_024;
/** Most of the compression for a tenth of the time. */
const quality = 4;
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

export interface Encoded {
  readonly body: Buffer;
  readonly encoding: Encoding;
}

/** The text in the encoding that the client accepts. */
export async function encode(text: string, acceptEncoding: string | undefined): Promise<Encoded> {
  const plain = Buffer.from(text);
  const encoding = plain.length < minCompressedLength ? 'identity' : chooseEncoding(acceptEncoding);
  if (encoding === 'identity') return { body: plain, encoding };
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const body = encoding === 'br' ? await toBrotli(plain, { params }) : await toGzip(plain, { level: quality });
  return { body, encoding };
}
