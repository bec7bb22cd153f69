import { Decimal128, Double, Int32, Long } from 'bson';
import { type Decimal, parseDecimal } from './decimal';

const numberView = new DataView(new ArrayBuffer(8));

export function exactOfDouble(value: number): Decimal {
  numberView.setFloat64(0, value);
  const bits = numberView.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const mantissa = (bits & 0xfffffffffffffn) | (biased === 0 ? 0n : 1n << 52n);
  const power = (biased === 0 ? 1 : biased) - 1075;
  const magnitude = power >= 0 ? mantissa << BigInt(power) : mantissa * 5n ** BigInt(-power);
  return { digits: value < 0 ? -magnitude : magnitude, exponent: power >= 0 ? 0 : power };
}

function subtract(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (x: Decimal): bigint => x.digits * 10n ** BigInt(x.exponent - exponent);
  return { digits: scaled(a) - scaled(b), exponent };
}

function previousDouble(value: number): number {
  if (value === Infinity) return Number.MAX_VALUE;
  if (value === 0) return -Number.MIN_VALUE;
  numberView.setFloat64(0, value);
  const bits = numberView.getBigInt64(0);
  numberView.setBigInt64(0, value > 0 ? bits - 1n : bits + 1n);
  return numberView.getFloat64(0);
}

/**
 * Splits a number into the largest double that does not exceed it and a non-negative rest, so that comparing the
 * doubles first and then the rests compares numbers of all types exactly.
 */
export function splitNumber(value: unknown): { floor: number; rest: Decimal | null } {
  if (typeof value === 'number') return { floor: value, rest: null };
  if (value instanceof Int32 || value instanceof Double) return { floor: value.value, rest: null };
  const text = value instanceof Long || value instanceof Decimal128 ? value.toString() : String(value);
  const double = Number(text);
  if (value instanceof Long && Number.isSafeInteger(double)) return { floor: double, rest: null };
  const exact = parseDecimal(text);
  return exact ? splitExact(exact, double) : { floor: double, rest: null };
}

function splitExact(exact: Decimal, nearest: number): { floor: number; rest: Decimal | null } {
  let floor = nearest === Infinity ? Number.MAX_VALUE : nearest;
  if (floor === -Infinity) return { floor, rest: negativeOverflowRest(exact) };
  let rest = subtract(exact, exactOfDouble(floor));
  if (rest.digits < 0n) {
    floor = previousDouble(floor);
    if (floor === -Infinity) return { floor, rest: negativeOverflowRest(exact) };
    rest = subtract(exact, exactOfDouble(floor));
  }
  return rest.digits === 0n ? { floor, rest: null } : { floor, rest };
}

/** Decimals below the lowest finite double are ordered too: by their distance from a number below all of them. */
function negativeOverflowRest(exact: Decimal): Decimal {
  return subtract(exact, { digits: -1n, exponent: 6200 });
}

/** Encodes positive numbers in order: exponent of the first digit, digits, terminator. */
export function restBytes(rest: Decimal): Uint8Array {
  const all = rest.digits.toString();
  let end = all.length;
  while (all[end - 1] === '0') end--;
  const digits = all.slice(0, end);
  const magnitude = all.length + rest.exponent + 0x8000;
  const bytes = new Uint8Array(digits.length + 3);
  bytes[0] = magnitude >> 8;
  bytes[1] = magnitude & 0xff;
  for (let i = 0; i < digits.length; i++) bytes[i + 2] = digits.charCodeAt(i);
  return bytes;
}
