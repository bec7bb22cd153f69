import { Double, Int32, Long } from 'bson';
import { fromDecimal, toBigInt, toDecimal } from './arithmetic';
import { BSONType } from './BSONType';
import { addDecimals, decimalOf, decimalOfInteger, divideDecimals, rounded, type Decimal128Value } from './decimal';
import { MongoServerError } from './errors';
import { fitsLong, integer, numberOf, numberType, wider, type NumberType } from './expressions/numbers';
import { FieldList } from './fieldOrder';
import { compareValues, encodeKey } from './keyEncoding';
import { exactOfDouble } from './numberKey';
import { isDocument } from './values';

/** Receives the values of a group one by one. */
export interface Accumulator {
  add(value: unknown): void;
  result(): unknown;
}

function exactDecimal(value: number): Decimal128Value {
  if (!Number.isFinite(value)) return decimalOf(String(value));
  let { digits, exponent } = exactOfDouble(value);
  const negative = digits < 0n;
  for (; exponent < 0 && digits % 10n === 0n; exponent++) digits /= 10n;
  return rounded({ kind: 'finite', negative, digits: negative ? -digits : digits, exponent });
}

/** A compensated sum of doubles, next to exact sums of integers and of decimals. */
class Total {
  private whole = 0n;
  private sum = 0;
  private lost = 0;
  private plain = 0;
  private decimal: Decimal128Value = decimalOfInteger(0n);
  type: NumberType = BSONType.int;
  count = 0;

  add(value: unknown): void {
    const type = numberType(value);
    if (type === undefined) return;
    this.count++;
    this.type = wider(this.type, type);
    if (type === BSONType.decimal) this.decimal = addDecimals(this.decimal, toDecimal(value));
    else if (type === BSONType.double) this.addDouble(numberOf(value));
    else this.whole += toBigInt(value);
  }

  private addDouble(value: number): void {
    this.plain += value;
    const sum = this.sum + value;
    const part = sum - this.sum;
    this.lost += this.sum - (sum - part) + (value - part);
    this.sum = sum;
  }

  /** The sum of all integers and doubles, as a double. */
  double(): number {
    const parts = [Number(this.whole >> 32n) * 2 ** 32, Number(this.whole & 0xffffffffn)];
    const copy = Object.assign(new Total(), this);
    if (this.whole !== 0n) for (const part of parts) copy.addDouble(part);
    return Number.isNaN(copy.sum) ? copy.plain : copy.sum + (Number.isNaN(copy.lost) ? 0 : copy.lost);
  }

  exact(): Decimal128Value {
    const doubles = addDecimals(exactDecimal(this.sum), exactDecimal(Number.isNaN(this.lost) ? 0 : this.lost));
    const others = addDecimals(
      rounded(decimalOfInteger(this.whole)),
      this.hasDoubles() ? doubles : decimalOfInteger(0n),
    );
    return addDecimals(this.decimal, others);
  }

  private hasDoubles(): boolean {
    return this.sum !== 0 || this.lost !== 0;
  }

  value(): unknown {
    if (this.type === BSONType.decimal) return fromDecimal(this.exact());
    if (this.type === BSONType.double || !fitsLong(this.whole)) return new Double(this.double());
    return integer(this.whole, this.type);
  }
}

function sum(): Accumulator {
  const total = new Total();
  return { add: (value) => total.add(value), result: () => total.value() };
}

function avg(): Accumulator {
  const total = new Total();
  return {
    add: (value) => total.add(value),
    result() {
      if (total.count === 0) return null;
      if (total.type !== BSONType.decimal) return new Double(total.double() / total.count);
      return fromDecimal(divideDecimals(total.exact(), decimalOfInteger(BigInt(total.count))));
    },
  };
}

/** $max and $min ignore null and missing values. */
function extreme(sign: 1 | -1): Accumulator {
  let best: unknown = null;
  let isEmpty = true;
  return {
    add(value) {
      if (value === null || value === undefined) return;
      if (isEmpty || compareValues(value, best) * sign > 0) best = value;
      isEmpty = false;
    },
    result: () => best,
  };
}

function extremeN(sign: 1 | -1, n: number): Accumulator {
  const best: unknown[] = [];
  return {
    add(value) {
      if (value === null || value === undefined) return;
      const after = best.findIndex((other) => compareValues(value, other) * sign > 0);
      best.splice(after < 0 ? best.length : after, 0, value);
      if (best.length > n) best.pop();
    },
    result: () => best,
  };
}

function deviation(isSample: boolean): Accumulator {
  let [count, mean, squares] = [0, 0, 0];
  return {
    // Computed in doubles for all numeric types, because the result is a double.
    add(value) {
      if (numberType(value) === undefined) return;
      const number = numberOf(value);
      const distance = number - mean;
      count++;
      mean += distance / count;
      squares += distance * (number - mean);
    },
    result() {
      const divisor = isSample ? count - 1 : count;
      return divisor <= 0 ? null : new Double(Math.sqrt(squares / divisor));
    },
  };
}

function addToSet(): Accumulator {
  const found = new Map<string, unknown>();
  return {
    add(value) {
      if (value === undefined) return;
      const key = encodeKey(value).toString('latin1');
      if (!found.has(key)) found.set(key, value);
    },
    result: () => [...found.values()],
  };
}

function push(): Accumulator {
  const items: unknown[] = [];
  return {
    add(value) {
      if (value !== undefined) items.push(value);
    },
    result: () => items,
  };
}

function first(): Accumulator {
  let found: { value: unknown } | undefined;
  return {
    add(value) {
      found ??= { value };
    },
    result: () => found?.value ?? null,
  };
}

function last(): Accumulator {
  let found: unknown;
  return {
    add(value) {
      found = value;
    },
    result: () => found ?? null,
  };
}

function firstN(n: number): Accumulator {
  const items: unknown[] = [];
  return {
    add(value) {
      if (items.length < n) items.push(value ?? null);
    },
    result: () => items,
  };
}

function lastN(n: number): Accumulator {
  const items: unknown[] = [];
  return {
    add(value) {
      items.push(value ?? null);
      if (items.length > n) items.shift();
    },
    result: () => items,
  };
}

function mergeObjects(): Accumulator {
  const merged = new FieldList();
  return {
    add(value) {
      if (value === null || value === undefined) return;
      if (!isDocument(value)) throw new MongoServerError('Location40400', '$mergeObjects requires object inputs');
      for (const [name, field] of Object.entries(value)) merged.set(name, field);
    },
    result: () => merged.document,
  };
}

function count(): Accumulator {
  let number = 0;
  return {
    add: () => void number++,
    result: () => (number > 0x7fffffff ? Long.fromNumber(number) : new Int32(number)),
  };
}

/** Accumulators by name; `n` is the number of values that the N accumulators keep. */
export const accumulators = {
  $addToSet: addToSet,
  $avg: avg,
  $count: count,
  $first: first,
  $firstN: (n = 1) => firstN(n),
  $last: last,
  $lastN: (n = 1) => lastN(n),
  $max: () => extreme(1),
  $maxN: (n = 1) => extremeN(1, n),
  $mergeObjects: mergeObjects,
  $min: () => extreme(-1),
  $minN: (n = 1) => extremeN(-1, n),
  $push: push,
  $stdDevPop: () => deviation(false),
  $stdDevSamp: () => deviation(true),
  $sum: sum,
} as const satisfies Record<string, (n?: number) => Accumulator>;

export type AccumulatorName = keyof typeof accumulators;
