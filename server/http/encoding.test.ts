import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { chooseEncoding, encode, type Coding } from './encoding';

test.each<[string | undefined, string]>([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['br; q=0 , gzip; q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity, gzip', 'gzip'],
  ['identity, gzip;q=0.5', 'identity'],
  ['deflate', 'identity'],
  ['gzip;q=nonsense', 'identity'],
])('a client that sends Accept-Encoding: %s gets %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

test('chooses only among the available encodings', () => {
  const onlyGzip: Coding[] = ['gzip'];
  expect([chooseEncoding('br, gzip', onlyGzip), chooseEncoding('br', onlyGzip), chooseEncoding('br', [])]).toEqual([
    'gzip',
    'identity',
    'identity',
  ]);
});

test('compresses a text in the chosen encoding and leaves a short one uncompressed', async () => {
  const text = 'lamp '.repeat(1_000);
  const br = await encode(text, 'br');
  const gzip = await encode(text, 'gzip');
  expect([br.encoding, brotliDecompressSync(br.body).toString()]).toEqual(['br', text]);
  expect([gzip.encoding, gunzipSync(gzip.body).toString()]).toEqual(['gzip', text]);
  expect(await encode('lamp', 'br')).toEqual({ encoding: 'identity', body: Buffer.from('lamp') });
});
