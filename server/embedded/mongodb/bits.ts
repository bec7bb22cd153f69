import { Binary, Decimal128, Long } from 'bson';
import { badValue, failedToParse } from './errors';
import { toNumber } from './values';

/** A value as endless bits, negative ones as two's complement; undefined where MongoDB finds no bits in it. */
function bitsOf(value: unknown): bigint | undefined {
  if (value instanceof Binary) return bytesAsBits(value.buffer.subarray(0, value.position));
  if (value instanceof Long) return value.toBigInt();
  const bits = value instanceof Decimal128 ? wholeOf(value) : wholeNumber(toNumber(value));
  return bits !== undefined && BigInt.asIntN(64, bits) === bits ? bits : undefined;
}

const wholeNumber = (number: number | undefined) =>
  number !== undefined && Number.isInteger(number) ? BigInt(number) : undefined;

/** A decimal may hold more than a double tells; one far beyond 64 bits is not worth its digits. */
function wholeOf(decimal: Decimal128): bigint | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]\d+))?$/.exec(decimal.toString()) ?? [];
  const digits = whole + fraction;
  const shift = Number(exponent) - fraction.length;
  if (digits === '' || Math.abs(shift) > 64) return undefined;
  const kept = shift < 0 ? digits.slice(0, shift) : digits + '0'.repeat(shift);
  if (shift < 0 && /[1-9]/.test(digits.slice(shift))) return undefined;
  return BigInt(`${sign}${kept === '' ? '0' : kept}`);
}

/** The first byte holds bits 0 to 7. */
function bytesAsBits(bytes: Uint8Array): bigint {
  return bytes.reduceRight((bits, byte) => (bits << 8n) | BigInt(byte), 0n);
}

function maskOf(name: string, operand: unknown): bigint {
  if (Array.isArray(operand)) return operand.reduce<bigint>((mask, item) => mask | (1n << position(item)), 0n);
  if (operand instanceof Binary) return bytesAsBits(operand.buffer.subarray(0, operand.position));
  const mask = bitsOf(operand);
  if (mask === undefined && toNumber(operand) === undefined)
    throw badValue(`${name} takes an Array, a number, or a BinData but received: ${String(operand)}`);
  if (mask === undefined) throw failedToParse(`Expected an integer: ${name}: ${String(operand)}`);
  if (mask < 0n) throw failedToParse(`Expected a non-negative number in: ${name}: ${String(operand)}`);
  return mask;
}

function position(item: unknown): bigint {
  const number = toNumber(item);
  if (number === undefined || !Number.isInteger(number))
    throw badValue(`bit positions must be an integer but got: ${String(item)}`);
  if (number < 0) throw badValue(`bit positions must be >= 0 but got: ${number}`);
  return BigInt(number);
}

export type BitsOperator = '$bitsAllSet' | '$bitsAllClear' | '$bitsAnySet' | '$bitsAnyClear';

/** Whether a value's bits at the positions of the operand are as the operator wants them. */
export function bitsTest(name: BitsOperator, operand: unknown): (value: unknown) => boolean {
  const mask = maskOf(name, operand);
  return (value) => {
    const bits = bitsOf(value);
    if (bits === undefined) return false;
    const set = bits & mask;
    switch (name) {
      case '$bitsAllSet':
        return set === mask;
      case '$bitsAllClear':
        return set === 0n;
      case '$bitsAnySet':
        return set !== 0n;
      case '$bitsAnyClear':
        return set !== mask;
    }
  };
}
