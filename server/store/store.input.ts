import { z } from 'zod';
import { parseRecordId } from '../database/recordId';
import { line } from '../input';

export const addToStoreInput = z.strictObject({ slug: line({ field: 'slug', minimum: 1, maximum: 200 }) });

/** Text that cannot be an id names nothing, which is not the caller's mistake: it is null, and not found. */
export const deleteStoreItemInput = z.strictObject({
  id: z.string({ error: 'id is required' }).transform(parseRecordId),
});

const moment = (field: string) =>
  z
    .date({ error: `${field} must be a date and time` })
    .nullish()
    .transform((date) => date ?? null);

export const storeItemFilterInput = z
  .strictObject({
    kind: z
      .enum(['PRODUCT', 'STORE_ENTRY'], { error: 'kind must be PRODUCT or STORE_ENTRY' })
      .nullish()
      .transform((kind) => kind ?? null),
    createdFrom: moment('createdFrom'),
    createdTo: moment('createdTo'),
  })
  .nullish()
  .transform((filter) => filter ?? { kind: null, createdFrom: null, createdTo: null });
