import { ByteReader } from './byteReader';

async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

test('reads any length across the chunks of a stream', async () => {
  const reader = new ByteReader(chunks('ab', '', 'cdef', 'g'));
  expect(String(await reader.read(1))).toBe('a');
  expect(String(await reader.read(4))).toBe('bcde');
  expect(String(await reader.read(2))).toBe('fg');
  expect(await reader.isAtEnd()).toBe(true);
});

test('peek does not consume bytes', async () => {
  const reader = new ByteReader(chunks('abc'));
  expect(String(await reader.peek(2))).toBe('ab');
  expect(await reader.isAtEnd()).toBe(false);
  expect(String(await reader.read(3))).toBe('abc');
});

test('returns undefined when fewer bytes remain, and the remaining bytes when asked for no more', async () => {
  const reader = new ByteReader(chunks('ab'));
  expect(await reader.read(3)).toBeUndefined();
  expect(String(await reader.read(2))).toBe('ab');
  expect(await reader.peek(1)).toBeUndefined();
});
