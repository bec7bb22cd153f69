import { z } from 'zod';
import { momentInput, orNull, recordId, searchText } from '../graphql/input';
import { oneKey, productKeyFields, someKey } from '../products/productKey';
import { statusInput } from '../products/products.input';

export const addToStoreInput = z
  .strictObject({
    ...productKeyFields,
    seenPrice: orNull(
      z
        .number({ error: 'seenPrice must be a number' })
        .min(0, 'seenPrice must be at least 0')
        .max(1_000_000, 'seenPrice must be at most 1000000'),
    ),
  })
  .refine(...someKey)
  .refine(...oneKey);

export const itemIdInput = z.strictObject({ id: recordId });

const noFilter = { kind: null, search: '', status: null, inStock: null, createdFrom: null, createdTo: null };

export const storeItemFilterInput = z
  .strictObject({
    kind: orNull(z.enum(['PRODUCT', 'STORE_ENTRY'], { error: 'kind must be PRODUCT or STORE_ENTRY' })),
    search: searchText('search', 200),
    status: orNull(statusInput),
    inStock: orNull(z.boolean({ error: 'inStock must be true or false' })),
    createdFrom: momentInput('createdFrom'),
    createdTo: momentInput('createdTo'),
  })
  .nullish()
  .transform((filter) => filter ?? noFilter);

export type StoreItemFilter = z.output<typeof storeItemFilterInput>;

const quantityError = 'quantity must be a whole number from 0 to 99';

export const setStoreQuantityInput = z
  .strictObject({
    ...productKeyFields,
    quantity: z.number({ error: quantityError }).int(quantityError).min(0, quantityError).max(99, quantityError),
  })
  .refine(...someKey)
  .refine(...oneKey);

export const acceptPriceInput = z
  .strictObject({
    ...productKeyFields,
    price: z.number({ error: 'price must be whole cents' }).int('price must be whole cents'),
  })
  .refine(...someKey)
  .refine(...oneKey);
