import { z } from 'zod';
import { orNull, recordId, searchText } from '../graphql/input';
import { maxOnHand } from '../stock/stock.repository';

const whole = (field: string, minimum: number) => {
  const error = `${field} must be a whole number from ${minimum} to ${maxOnHand}`;
  return z.number({ error }).int(error).min(minimum, error).max(maxOnHand, error);
};

export const adjustStockInput = z
  .strictObject({
    id: recordId,
    delta: orNull(whole('delta', -maxOnHand)),
    count: orNull(whole('count', 0)),
    version: orNull(z.number({ error: 'version must be a whole number' }).int('version must be a whole number')),
    reason: z.enum(['RETURN', 'CORRECTION', 'DELIVERY'], { error: 'reason must be RETURN, CORRECTION or DELIVERY' }),
    lowStockThreshold: orNull(whole('lowStockThreshold', 0)),
  })
  .check(({ value, issues }) => {
    if ((value.delta === null) === (value.count === null))
      issues.push({ code: 'custom', path: ['count'], message: 'Give an amount or a count', input: value });
  });

export type AdjustStockInput = z.output<typeof adjustStockInput>;

export const stockFilterInput = z
  .strictObject({
    search: searchText('search', 200),
    state: orNull(
      z.enum(['LOW', 'SOLD_OUT', 'NOT_COUNTED', 'TO_REORDER'], {
        error: 'state must be LOW, SOLD_OUT, NOT_COUNTED or TO_REORDER',
      }),
    ),
  })
  .nullish()
  .transform((filter) => filter ?? { search: '', state: null });

export type StockFilter = z.output<typeof stockFilterInput>;
