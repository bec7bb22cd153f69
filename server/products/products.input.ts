import { z } from 'zod';
import { parseRecordId } from '../database/recordId';
import { boundedText, line, momentInput, orNull, pageInput, paragraphs, recordId, searchText } from '../graphql/input';
import { storedTaxClasses } from '../pricing/taxClass';
import { maximumPhotoLength, photoAddress } from './photoAddress';
import type { ProductColumn } from './productFields';
import { maxOnHand } from '../stock/stock.repository';
import { maximumListLength } from './separatedTexts';
import { maximumSlugLength, slugPattern } from './slug';

const photoRule = `photos must be http(s) addresses or paths of this site, at most ${maximumPhotoLength} characters each`;

const slug = line({ field: 'slug', maximum: maximumSlugLength }).refine(
  (text) => text === '' || slugPattern.test(text),
  'slug may hold lower-case letters, digits and single hyphens only',
);

const price = z
  .number({ error: ({ input }) => (input === undefined ? 'price is required' : 'price must be a number') })
  .min(0.01, 'price must be at least 0.01')
  .max(1_000_000, 'price must be at most 1000000')
  .refine((value) => hasDecimals(value, 2), 'price must have at most two decimals');

const discount = z
  .number({ error: 'discount must be a number' })
  .min(0, 'discount must be at least 0')
  .lt(100, 'discount must be below 100')
  // A larger one would make the price before the discount exceed exact integers.
  .refine((value) => hasDecimals(value, 4), 'discount must have at most four decimals');

/** Forms have fixed slots and comma-separated text, so blanks are dropped rather than rejected. */
const photos = z
  .array(z.string({ error: photoRule }), { error: 'photos must be a list of addresses' })
  .max(100, `photos may hold at most ${maximumListLength} addresses`)
  .transform((list) => list.filter((text) => text.trim() !== ''))
  .refine((list) => list.length <= maximumListLength, `photos may hold at most ${maximumListLength} addresses`)
  .transform((list, context) =>
    list.map((text) => {
      const address = photoAddress(text);
      if (address === null) context.addIssue({ code: 'custom', message: photoRule });
      return address ?? '';
    }),
  );

const categories = z
  .array(line({ field: 'categories', maximum: 100, required: 'categories must be texts' }), {
    error: 'categories must be a list of texts',
  })
  .max(100, `categories may hold at most ${maximumListLength} texts`)
  .transform((list) => [...new Set(list.filter((text) => text !== ''))])
  .refine((list) => list.length <= maximumListLength, `categories may hold at most ${maximumListLength} texts`);

/** GraphQL clients send null for omitted fields. */
const unlessGiven = <T>(schema: z.ZodType<T>) => schema.nullish().transform((value) => value ?? undefined);

export const statusInput = z
  .enum(['ACTIVE', 'INACTIVE'], { error: 'status must be ACTIVE or INACTIVE' })
  .transform((status) => (status === 'ACTIVE' ? 'active' : 'inactive'));

const taxClassInput = z
  .enum(['STANDARD', 'REDUCED', 'ZERO'], { error: 'taxClass must be STANDARD, REDUCED or ZERO' })
  .transform((taxClass) => storedTaxClasses[taxClass]);

const name = line({ field: 'name', minimum: 1, maximum: 200 });

const changes = {
  name: unlessGiven(name),
  slug: unlessGiven(slug),
  description: unlessGiven(paragraphs({ field: 'description', maximum: 10_000 })),
  price: unlessGiven(price),
  discount: unlessGiven(discount),
  taxClass: unlessGiven(taxClassInput),
  photos: unlessGiven(photos),
  categories: unlessGiven(categories),
  inStock: unlessGiven(z.boolean({ error: 'Only true or false may stand in inStock' })),
  status: unlessGiven(statusInput),
} satisfies Record<ProductColumn, z.ZodType>;

const stockRule = `stock must be a whole number from 0 to ${maxOnHand}`;
const stock = unlessGiven(z.int({ error: stockRule }).min(0, stockRule).max(maxOnHand, stockRule));

/** Pieces that came back may have exceeded the maximum. */
const seenStockRule = 'seenStock must be a whole number from 0';
const seenStock = unlessGiven(z.int({ error: seenStockRule }).min(0, seenStockRule));

const { status, ...creatable } = changes;

export const createProductInput = z.strictObject({ ...creatable, name, price, stock });

/** A row of a product file that creates a product. */
export const newProductRowInput = createProductInput.extend({ status });

type NewProduct = Omit<z.output<typeof createProductInput>, 'stock'>;

/** Defaults are those in `productFields`. */
export type CreateProductInput = Partial<NewProduct> & Pick<NewProduct, 'name' | 'price'>;

const productChanges = z.strictObject(changes);

/** A row of a product file that changes a product. */
export const changedRowInput = productChanges.extend({ stock });

/** Changes of a product; undefined: unchanged, a blank slug: derived from the name. */
export type ProductChanges = Partial<z.output<typeof productChanges>>;

export const updateProductInput = z
  .strictObject({
    id: recordId,
    version: z.int({ error: 'version must be a whole number' }),
    ...changes,
    purchasable: unlessGiven(z.boolean({ error: 'Only true or false may stand in purchasable' })),
    stock,
    seenStock,
    isCounted: unlessGiven(z.boolean({ error: 'isCounted must be true or false' })),
  })
  .check(({ value: { stock: count, isCounted }, issues }) => {
    if (count === undefined ? isCounted !== true : isCounted !== false) return;
    const message = count === undefined ? 'Give the count in stock' : 'What is not counted has no stock';
    issues.push({ code: 'custom', path: ['stock'], message, input: count });
  });

const maximumSlugs = 12;

export const slugsInput = z.object({
  slugs: z.array(z.string()).max(maximumSlugs, `slugs may hold at most ${maximumSlugs} texts`),
});

const listText = (field: string) => z.string({ error: `${field} must be text` }).nullish();

const productRule = 'Give either a slug or an id';

export const productInput = z
  .object({ slug: orNull(z.string()), id: orNull(z.string()) })
  .refine(({ slug, id }) => (slug === null) !== (id === null), { error: productRule, path: ['slug'] })
  .transform(({ slug, id }) => ({ slug, id: id === null ? null : parseRecordId(id) }));

/** Lists given as a single text; parsed before validation. */
export const listTextsInput = z.looseObject({ photosText: listText('photos'), categoriesText: listText('categories') });

const bound = (field: string) =>
  orNull(
    z
      .number({ error: `${field} must be a number` })
      .min(-1e9, `${field} is out of range`)
      .max(1e9, `${field} is out of range`),
  );

const suggestionsRule = 'first must be a whole number from 1 to 8';

export const suggestionsInput = z.object({
  search: searchText('search', 200),
  first: z.int({ error: suggestionsRule }).refine((first) => first >= 1 && first <= 8, suggestionsRule),
});

/** As categories, '' and 'All Categories' mean no restriction. */
export const productFilterInput = z
  .strictObject({
    search: searchText('search', 200),
    category: boundedText('category', 100),
    inStockOnly: z
      .boolean({ error: 'inStockOnly must be true or false' })
      .nullish()
      .transform((inStockOnly) => inStockOnly ?? false),
    minPrice: bound('minPrice'),
    maxPrice: bound('maxPrice'),
    changedSince: momentInput('changedSince'),
  })
  .nullish()
  .transform(
    (filter) =>
      filter ?? { search: '', category: '', inStockOnly: false, minPrice: null, maxPrice: null, changedSince: null },
  );

/** Conditions on a product, except its date of change. */
export type ProductFilter = Omit<z.output<typeof productFilterInput>, 'changedSince'>;

export const removedProductsInput = pageInput.extend({
  changedSince: z.date({ error: 'changedSince must be a date and time' }),
});

function hasDecimals(value: number, decimals: number): boolean {
  return Number(value.toFixed(decimals)) === value;
}
