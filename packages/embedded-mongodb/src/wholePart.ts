import { Decimal128, Long, Timestamp } from 'bson';
import { parseDecimal } from './decimal';
import { toNumber } from './values';

interface WholePart {
  readonly whole: bigint;
  /** Whether the number has no fraction. */
  readonly isExact: boolean;
}

/** The integer part of a number; undefined for other values and beyond 64 bits. */
export function wholePart(value: unknown): WholePart | undefined {
  if (value instanceof Long && !(value instanceof Timestamp)) return { whole: value.toBigInt(), isExact: true };
  const part = value instanceof Decimal128 ? wholeOfDecimal(value) : wholeOfDouble(toNumber(value));
  return part && BigInt.asIntN(64, part.whole) === part.whole ? part : undefined;
}

function wholeOfDouble(number = NaN): WholePart | undefined {
  return Number.isFinite(number) ? { whole: BigInt(Math.trunc(number)), isExact: Number.isInteger(number) } : undefined;
}

/** A decimal may have more digits than a double; one far beyond 64 bits is not expanded. */
function wholeOfDecimal(value: Decimal128): WholePart | undefined {
  const decimal = parseDecimal(value.toString());
  if (!decimal) return undefined;
  const { digits, exponent } = decimal;
  if (digits === 0n) return { whole: 0n, isExact: true };
  if (exponent > 64) return undefined;
  const scale = 10n ** BigInt(Math.abs(exponent));
  return exponent >= 0
    ? { whole: digits * scale, isExact: true }
    : { whole: digits / scale, isExact: digits % scale === 0n };
}
