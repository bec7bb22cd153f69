import { Crc64 } from './crc64';

test('the checksum is CRC-64/XZ, whatever pieces the bytes come in', () => {
  const crc = new Crc64();
  crc.update(Buffer.from('1234'));
  crc.update(Buffer.from('56789'));
  expect(BigInt.asUintN(64, crc.value)).toBe(0x995dc9bbdf1939fan);
});

test('the checksum of no bytes is 0', () => {
  expect(new Crc64().value).toBe(0n);
});
