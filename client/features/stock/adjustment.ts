import type { AdjustStockInput, StockNumbersFragment } from '../../__generated__/lazyOperations';

/** Reasons that users can choose; the server sets those of sales and cancellations. */
export type AdjustReason = Extract<AdjustStockInput['reason'], 'DELIVERY' | 'RETURN' | 'CORRECTION'>;

export interface AdjustValues {
  by: 'amount' | 'count';
  amount: string;
  count: string;
  reason: AdjustReason;
  /** Undefined until it is typed: that of the level, which others may change meanwhile. */
  lowAt: string | undefined;
}

export const adjustmentReasons = [
  ['DELIVERY', 'Delivery'],
  ['RETURN', 'Return'],
  ['CORRECTION', 'Correction'],
] as const satisfies readonly (readonly [AdjustReason, string])[];

/** For a product that starts to be counted. */
const defaultThreshold = 5;
const most = 1_000_000;
/** As the server has it. */
const notCounted = 0;

export const valuesFor = (level: StockNumbersFragment | null): AdjustValues => ({
  by: level ? 'amount' : 'count',
  amount: '',
  count: '',
  reason: 'DELIVERY',
  lowAt: undefined,
});

export const thresholdOf = (level: StockNumbersFragment | null): string =>
  String(level?.lowStockThreshold ?? defaultThreshold);

/** A whole number as typed, including '+6' and '−2'; undefined for anything else. */
export function wholeOf(text: string): number | undefined {
  const plain = text.trim().replace('−', '-');
  return /^[+-]?\d{1,9}$/.test(plain) ? Number(plain) : undefined;
}

export type AdjustErrors = Partial<Record<'amount' | 'count' | 'lowAt', string>>;

const isCount = (number: number | undefined) => number !== undefined && number >= 0 && number <= most;

/** Whether the amount is empty: then only the threshold is changed. */
const isOpen = ({ by, amount }: AdjustValues) => by === 'amount' && amount.trim() === '';

/** How many can be taken away or counted is the server's to say: the level here may be of before. */
export function validate(values: AdjustValues, level: StockNumbersFragment | null): AdjustErrors {
  const errors: AdjustErrors = {};
  const lowAt = values.lowAt ?? thresholdOf(level);
  const isSame = level !== null && lowAt.trim() === thresholdOf(level);
  if (values.by === 'count' && !isCount(wholeOf(values.count)))
    errors.count = 'The count must be a whole number from 0 to 1,000,000';
  if (isOpen(values) ? isSame : values.by === 'amount' && !wholeOf(values.amount))
    errors.amount = 'The amount must be a whole number other than 0, such as 6 or -2';
  if (!isCount(wholeOf(lowAt))) errors.lowAt = 'Low at must be a whole number from 0 to 1,000,000';
  return errors;
}

export interface AdjustResult {
  onHand: number;
  available: number;
}

/** The numbers after saving; undefined if the input is unreadable. */
export function resultOf(values: AdjustValues, level: StockNumbersFragment | null): AdjustResult | undefined {
  const { onHand, held } = level ?? { onHand: 0, held: 0 };
  const typed = wholeOf(values.by === 'amount' ? values.amount : values.count);
  if (typed === undefined) return undefined;
  const after = values.by === 'amount' ? onHand + typed : typed;
  return { onHand: after, available: after - held };
}

/** With the version, for the server's conflict check; 0 is that of a product that is not counted. */
export function toAdjustInput(
  id: string,
  { by, amount, count, reason, lowAt }: AdjustValues,
  level: StockNumbersFragment | null,
): AdjustStockInput {
  const threshold = lowAt?.trim() === thresholdOf(level) ? undefined : wholeOf(lowAt ?? '');
  return {
    id,
    ...(by === 'amount' ? { delta: wholeOf(amount) ?? 0 } : { count: wholeOf(count) }),
    reason,
    version: level?.version ?? notCounted,
    ...(threshold !== undefined && { lowStockThreshold: threshold }),
  };
}

/** Maps the server's field names to the panel's. */
export function fieldOf(field: string | undefined): keyof AdjustErrors | undefined {
  if (field === 'delta') return 'amount';
  if (field === 'lowStockThreshold') return 'lowAt';
  return field === 'count' ? field : undefined;
}
