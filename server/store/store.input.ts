import { z } from 'zod';
import { line, momentInput, orNull, recordId, searchText } from '../graphql/input';
import { statusInput } from '../products/products.input';

export const addToStoreInput = z.strictObject({
  slug: line({ field: 'slug', minimum: 1, maximum: 200 }),
  seenPrice: orNull(
    z
      .number({ error: 'seenPrice must be a number' })
      .min(0, 'seenPrice must be at least 0')
      .max(1_000_000, 'seenPrice must be at most 1000000'),
  ),
});

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

const slugInput = line({ field: 'slug', minimum: 1, maximum: 200 });
const quantityError = 'quantity must be a whole number from 0 to 99';

export const setStoreQuantityInput = z.strictObject({
  slug: slugInput,
  quantity: z.number({ error: quantityError }).int(quantityError).min(0, quantityError).max(99, quantityError),
});

export const acceptPriceInput = z.strictObject({
  slug: slugInput,
  price: z.number({ error: 'price must be whole cents' }).int('price must be whole cents'),
});
