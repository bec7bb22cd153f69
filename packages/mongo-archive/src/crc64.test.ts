import { Crc64 } from './crc64';

test('computes CRC-64/XZ over bytes added in parts', () => {
  const crc = new Crc64();
  crc.update(Buffer.from('1234'));
  crc.update(Buffer.from('56789'));
  expect(BigInt.asUintN(64, crc.value)).toBe(0x995dc9bbdf1939fan);
});

test('returns 0 for no bytes', () => {
  expect(new Crc64().value).toBe(0n);
});
