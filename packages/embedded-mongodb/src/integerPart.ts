import { Decimal128, Long, Timestamp } from 'bson';
import { parseDecimal } from './decimal';
import { toNumber } from './values';

interface IntegerPart {
  readonly integer: bigint;
  /** Whether the number has no fraction. */
  readonly isExact: boolean;
}

/** The integer part of a number; undefined for other values and beyond 64 bits. */
export function integerPart(value: unknown): IntegerPart | undefined {
  if (value instanceof Long && !(value instanceof Timestamp)) return { integer: value.toBigInt(), isExact: true };
  const part = value instanceof Decimal128 ? integerOfDecimal(value) : integerOfDouble(toNumber(value));
  return part && BigInt.asIntN(64, part.integer) === part.integer ? part : undefined;
}

function integerOfDouble(number = NaN): IntegerPart | undefined {
  return Number.isFinite(number)
    ? { integer: BigInt(Math.trunc(number)), isExact: Number.isInteger(number) }
    : undefined;
}

/** A decimal may have more digits than a double; one far beyond 64 bits is not expanded. */
function integerOfDecimal(value: Decimal128): IntegerPart | undefined {
  const decimal = parseDecimal(value.toString());
  if (!decimal) return undefined;
  const { digits, exponent } = decimal;
  if (digits === 0n) return { integer: 0n, isExact: true };
  if (exponent > 64) return undefined;
  const scale = 10n ** BigInt(Math.abs(exponent));
  return exponent >= 0
    ? { integer: digits * scale, isExact: true }
    : { integer: digits / scale, isExact: digits % scale === 0n };
}
