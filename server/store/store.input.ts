import { z } from 'zod';
import { line, momentInput, recordId } from '../input';

export const addToStoreInput = z.strictObject({ slug: line({ field: 'slug', minimum: 1, maximum: 200 }) });

export const itemIdInput = z.strictObject({ id: recordId });

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
