import { z } from 'zod';
import { parseRecordId } from '../database/recordId';
import { line, momentInput } from '../input';

export const addToStoreInput = z.strictObject({ slug: line({ field: 'slug', minimum: 1, maximum: 200 }) });

/** Text that cannot be an id names nothing, which is not the caller's mistake: it is null, and not found. */
export const deleteStoreItemInput = z.strictObject({
  id: z.string({ error: 'id is required' }).transform(parseRecordId),
});

export const storeItemFilterInput = z
  .strictObject({
    kind: z
      .enum(['PRODUCT', 'STORE_ENTRY'], { error: 'kind must be PRODUCT or STORE_ENTRY' })
      .nullish()
      .transform((kind) => kind ?? null),
    createdFrom: momentInput('createdFrom'),
    createdTo: momentInput('createdTo'),
  })
  .nullish()
  .transform((filter) => filter ?? { kind: null, createdFrom: null, createdTo: null });
