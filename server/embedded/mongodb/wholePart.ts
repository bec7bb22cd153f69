import { Decimal128, Long, Timestamp } from 'bson';
import { toNumber } from './values';

interface WholePart {
  readonly whole: bigint;
  /** Whether the number has nothing beside it. */
  readonly isAll: boolean;
}

/** A number without its fraction; undefined where the value is no number or has no such part within 64 bits. */
export function wholePart(value: unknown): WholePart | undefined {
  if (value instanceof Long && !(value instanceof Timestamp)) return { whole: value.toBigInt(), isAll: true };
  const part = value instanceof Decimal128 ? wholeOfDecimal(value) : wholeOfDouble(toNumber(value));
  return part && BigInt.asIntN(64, part.whole) === part.whole ? part : undefined;
}

function wholeOfDouble(number = NaN): WholePart | undefined {
  return Number.isFinite(number) ? { whole: BigInt(Math.trunc(number)), isAll: Number.isInteger(number) } : undefined;
}

/** A decimal may hold more than a double tells; one far beyond 64 bits is not worth its digits. */
function wholeOfDecimal(decimal: Decimal128): WholePart | undefined {
  const [, sign = '', before = '', after = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]\d+))?$/.exec(decimal.toString()) ?? [];
  const digits = before + after;
  const shift = Number(exponent) - after.length;
  if (digits === '') return undefined;
  if (!/[1-9]/.test(digits)) return { whole: 0n, isAll: true };
  if (shift > 64) return undefined;
  const whole = shift < 0 ? digits.slice(0, shift) : digits + '0'.repeat(shift);
  return { whole: BigInt(`${sign}${whole || '0'}`), isAll: shift >= 0 || !/[1-9]/.test(digits.slice(shift)) };
}
