import type { ObjectId } from 'mongodb';
import { authorize, requireKeyScope } from '../auth/authorize';
import type { Context, SignedIn } from '../context';
import { newId } from '../database/newId';
import { refusalIn, type KioskError } from '../errors';
import { parseInput } from '../graphql/input';
import { mapByKey } from '../database/mapByKey';
import { retryOnConflict } from './retryOnConflict';
import { readCells, type CellValues, type ColumnError, type ImportRow, type ReadRow } from './importCells';
import { importProductsInput, parseNewProduct, parseProductChanges, RowError } from './importProducts.input';
import { changedFields, isSame, productDocument } from './productDocument';
import { withNewCount } from './newCount';
import { productFields, settableFields, type ImportColumn } from './productFields';
import { findByAddress, insertCounted, insertProduct } from './products.service';
import type { ProductDocument } from './products.repository';
import { numberFormatOf, readNumber, type NumberFormat } from './readNumber';
import { ambiguousLines } from './separatedTexts';
import { changeProduct, changeWithCount, refuseActiveOfDeleted } from './updateProduct';

interface RowOutcome {
  readonly outcome: 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'REFUSED';
  readonly product: ProductDocument | null;
}

export interface ImportRowResult extends RowOutcome {
  /** Zero-based index of the row. */
  readonly row: number;
  readonly errors: readonly ColumnError[];
  /** Parsed values without missing or unreadable columns. */
  readonly values: CellValues;
}

interface ImportRun {
  readonly context: Context;
  readonly signedIn: SignedIn;
  readonly dryRun: boolean;
  readonly numberFormat: NumberFormat | null;
  /** Texts that contain a separator and are a single category of some product. */
  readonly knownCategories: ReadonlySet<string>;
  /** Results of earlier rows in a dry run: by the id of a stored product, else by the slug in lower case. */
  readonly planned: Map<string, Target>;
}

interface Target {
  /** The product that the row is compared with. */
  readonly product: ProductDocument;
  /** The stored product; null if a dry run has only planned it. */
  readonly stored: ProductDocument | null;
  /** Its stock; null where it is not tracked, or not in the row. */
  readonly count: number | null;
}

/** Of two rows with one slug, the later one wins. */
export async function importProducts(context: Context, input: unknown): Promise<ImportRowResult[]> {
  const signedIn = await authorize(context, 'importProducts');
  const { rows, dryRun, numberFormat } = parseInput(importProductsInput, input);
  const run: ImportRun = {
    context,
    signedIn,
    dryRun,
    numberFormat: numberFormat ?? inferNumberFormat(rows),
    knownCategories: await findKnownCategories(context, rows),
    planned: new Map(),
  };
  // Ids are drawn for every row up front, so that a retry assigns each the same one.
  const numbered = rows.map((row, index) => ({ row, index, id: newId(context) }));
  const laneOf = await lanesOf(context, rows);
  return mapByKey(
    numbered,
    ({ row }) => laneOf(row),
    async ({ row, index, id }) => ({ row: index, ...(await importRow(run, row, id)) }),
  );
}

const slugOf = ({ slug }: ImportRow) => slug?.trim() ?? '';

/** The same for rows of one product, also where one names it by a former slug. */
async function lanesOf({ repositories }: Context, rows: readonly ImportRow[]): Promise<(row: ImportRow) => string> {
  const slugs = [...new Set(rows.map(slugOf))].filter((slug) => slug !== '');
  const lanes = await mapByKey(slugs, String, async (slug) => keyOf(await findByAddress(repositories, slug), slug));
  const bySlug = new Map(slugs.map((slug, index) => [slug, lanes[index]]));
  return (row) => bySlug.get(slugOf(row)) ?? '';
}

function inferNumberFormat(rows: readonly ImportRow[]): NumberFormat | null {
  return numberFormatOf(
    rows.flatMap(({ price, discount }) => [readNumber(price ?? '', 'currency'), readNumber(discount ?? '', 'percent')]),
  );
}

async function findKnownCategories({ repositories }: Context, rows: readonly ImportRow[]): Promise<Set<string>> {
  const ambiguous = new Set(rows.flatMap(({ categories }) => ambiguousLines(categories ?? '')));
  return repositories.products.findKnownCategories([...ambiguous]);
}

async function importRow(run: ImportRun, row: ImportRow, id: ObjectId): Promise<Omit<ImportRowResult, 'row'>> {
  let read: ReadRow = { values: {}, problems: [] };
  try {
    const outcome = await retryOnConflict(async () => {
      const target = await findTarget(run, row);
      read = readRow(run, row, target?.product);
      return target
        ? updateFromRow(run, target, withNewCount(row, read, target.count), id)
        : createFromRow(run, read, id);
    });
    return { ...outcome, errors: [], values: read.values };
  } catch (error) {
    const errors = error instanceof RowError ? error.errors : [columnError(refusalIn(error))];
    return { outcome: 'REFUSED', product: null, errors, values: read.values };
  }
}

function columnError({ field = '', message, code }: KioskError): ColumnError {
  return { column: field === 'id' || field === 'version' ? '' : field, message, code };
}

function readRow({ numberFormat, knownCategories }: ImportRun, row: ImportRow, product?: ProductDocument): ReadRow {
  const categories = product ? productFields.categories.resolve(product) : [];
  const photos = product ? productFields.photos.resolve(product) : [];
  return readCells(row, {
    numberFormat,
    isCategory: (line) => knownCategories.has(line) || categories.includes(line),
    isPhoto: (line) => photos.includes(line),
  });
}

async function findTarget({ context, planned }: ImportRun, row: ImportRow): Promise<Target | null> {
  const slug = slugOf(row);
  if (slug === '') return null;
  const product = await findByAddress(context.repositories, slug);
  const earlier = planned.get(keyOf(product, slug));
  if (earlier || !product) return earlier ?? null;
  const hasCount = row.stock !== null && row.stock !== undefined;
  const level = hasCount ? await context.repositories.stock.find(product._id) : null;
  return { product, stored: product, count: level?.onHand ?? null };
}

const keyOf = (stored: ProductDocument | null, slug: string) => stored?._id.toHexString() ?? slug.toLowerCase();

async function createFromRow(run: ImportRun, row: ReadRow, _id: ObjectId): Promise<RowOutcome> {
  const { context, signedIn, dryRun, planned } = run;
  const { status, stock, ...fields } = parseNewProduct(row);
  const stamps = { _id, ownerUid: signedIn.viewer.uid, createdAt: context.now() };
  const product = productDocument(fields, { status }, stamps);
  if (dryRun) {
    if (product.slug !== '') planned.set(keyOf(null, product.slug), { product, stored: null, count: stock ?? null });
    return { outcome: 'CREATED', product: null };
  }
  const inserted =
    stock === undefined
      ? await insertProduct(context, signedIn, product)
      : await insertCounted(context, signedIn, product, stock);
  return { outcome: 'CREATED', product: inserted };
}

async function updateFromRow(run: ImportRun, target: Target, row: ReadRow, id: ObjectId): Promise<RowOutcome> {
  const { context, signedIn, dryRun } = run;
  const { product, stored } = target;
  const values = changedValues(row.values, target);
  const { stock: count = null, ...changes } = parseProductChanges({ ...row, values });
  const isRecounted = 'stock' in values;
  if (isRecounted) requireKeyScope(signedIn, 'write:stock');
  const fields = changedFields(product, changes);
  // Of a stock-tracked product the switch may change while `inStock` does not.
  const isSwitched = changes.inStock !== undefined;
  if (!isRecounted && !isSwitched && settableFields.every((field) => isSame(fields[field], product[field]))) {
    return { outcome: await idempotentOutcome(run, product, id), product: stored };
  }
  if (dryRun) {
    await refuseActiveOfDeleted(context, product, fields.status);
    const planned = { ...target, product: { ...product, ...fields }, ...(isRecounted && { count }) };
    run.planned.set(keyOf(stored, product.slug), planned);
    return { outcome: 'UPDATED', product: stored };
  }
  const edit = { product, changes, editId: id };
  const changed = isRecounted
    ? await changeWithCount(context, signedIn, edit, { count, movementId: movementIdOf(id) })
    : await changeProduct(context, signedIn, edit);
  return { outcome: 'UPDATED', product: changed };
}

const movementIdOf = (id: ObjectId) => `import:${id.toHexString()}`;

/**
 * Columns that differ from the product: unchanged values need not meet today's rules. The slug identifies the product
 * and is never a change, since it may be a former one.
 */
function changedValues({ slug: _slug, ...values }: CellValues, target: Target): CellValues {
  const columns = Object.keys(values) as Exclude<ImportColumn, 'slug'>[];
  const changed = columns.filter((column) => !isSame(values[column], presentValue(column, target)));
  return Object.fromEntries(changed.map((column) => [column, values[column]]));
}

function presentValue(column: Exclude<ImportColumn, 'slug'>, { product, count }: Target): unknown {
  if (column === 'stock') return count;
  // The column is the switch; a tracked product's `inStock` follows from its count.
  return productFields[column === 'inStock' ? 'purchasable' : column].resolve(product);
}

/** A retry reports what its first attempt did; changes of others are not its own. */
async function idempotentOutcome(
  { context: { idempotencyKey, repositories } }: ImportRun,
  { _id, editId }: ProductDocument,
  id: ObjectId,
): Promise<RowOutcome['outcome']> {
  if (_id.equals(id)) return 'CREATED';
  if (editId?.equals(id)) return 'UPDATED';
  const isOwnCount = idempotencyKey !== null && (await repositories.stock.hasMovement(movementIdOf(id)));
  return isOwnCount ? 'UPDATED' : 'UNCHANGED';
}
