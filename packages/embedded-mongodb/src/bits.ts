import { Binary } from 'bson';
import { badValue, failedToParse } from './errors';
import { toNumber } from './values';
import { integerPart } from './integerPart';

/** A value as an unbounded two's complement bit string; undefined for values without bits. */
function bitsOf(value: unknown): bigint | undefined {
  if (value instanceof Binary) return bytesAsBits(value.buffer.subarray(0, value.position));
  const part = integerPart(value);
  return part?.isExact ? part.integer : undefined;
}

/** The first byte contains bits 0 to 7. */
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

/** Tests a value's bits at the positions of the operand. */
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
