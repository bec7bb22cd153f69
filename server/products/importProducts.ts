import type { ObjectId } from 'mongodb';
import { authorize } from '../authorize';
import type { Context, SignedIn } from '../context';
import { newId } from '../database/newId';
import { refusalIn } from '../errors';
import { parseInput } from '../input';
import { mapByKey } from '../mapByKey';
import { againIfOvertaken } from './againIfOvertaken';
import { readCells, type ImportRow } from './importCells';
import {
  importProductsInput,
  readNewProduct,
  readProductChanges,
  RowError,
  type ColumnError,
} from './importProducts.input';
import { insertProduct, productDocument } from './products.service';
import type { ProductDocument } from './products.repository';
import { storedProductFields } from './storedItem';
import { changedFields, changeProduct, refuseActiveOfDeleted } from './updateProduct';

interface RowResult {
  readonly outcome: 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'REFUSED';
  readonly product: ProductDocument | null;
  readonly errors: readonly ColumnError[];
}

export interface ImportResult extends RowResult {
  /** Which row, from 0. */
  readonly row: number;
}

interface Import {
  readonly context: Context;
  readonly signedIn: SignedIn;
  readonly dryRun: boolean;
  /** What earlier rows of a dry run would have made, by slug. */
  readonly imagined: Map<string, Target>;
}

interface Target {
  /** The product that the row is compared with. */
  readonly product: ProductDocument;
  /** The product in the database; null for one that a dry run has only imagined. */
  readonly stored: ProductDocument | null;
}

/** Of two rows of one slug the later one has the last word, as in the file. */
export async function importProducts(context: Context, input: unknown): Promise<ImportResult[]> {
  const signedIn = await authorize(context, 'importProducts');
  const { rows, dryRun } = parseInput(importProductsInput, input);
  const importing = { context, signedIn, dryRun, imagined: new Map<string, Target>() };
  // An id for each row whether or not it makes a product, so that a retry gives each the same one again.
  const numbered = rows.map((row, index) => ({ row, index, id: newId(context) }));
  return mapByKey(
    numbered,
    ({ row }) => row.slug?.trim() ?? '',
    async ({ row, index, id }) => ({ row: index, ...(await importRow(importing, row, id)) }),
  );
}

async function importRow(importing: Import, row: ImportRow, id: ObjectId): Promise<RowResult> {
  try {
    return await againIfOvertaken(async () => {
      const cells = readCells(row);
      const target = await findTarget(importing, cells.slug);
      return target ? changeBy(importing, target, cells, id) : createBy(importing, cells, id);
    });
  } catch (error) {
    if (error instanceof RowError) return refused(error.errors);
    const { field, message } = refusalIn(error);
    return refused([{ column: field === 'id' || field === 'version' ? '' : (field ?? ''), message }]);
  }
}

function refused(errors: readonly ColumnError[]): RowResult {
  return { outcome: 'REFUSED', product: null, errors };
}

async function findTarget({ context, imagined }: Import, slug: unknown): Promise<Target | null> {
  if (typeof slug !== 'string' || slug === '') return null;
  const product = imagined.has(slug) ? null : await context.repositories.products.findBySlug(slug);
  return product ? { product, stored: product } : (imagined.get(slug) ?? null);
}

type Cells = ReturnType<typeof readCells>;

async function createBy(importing: Import, cells: Cells, _id: ObjectId): Promise<RowResult> {
  const { context, signedIn, dryRun, imagined } = importing;
  const { status, ...fields } = readNewProduct(cells);
  const stamps = { _id, ownerUid: signedIn.viewer.uid, createdAt: context.now() };
  const product = productDocument(fields, { status }, stamps);
  if (dryRun) {
    if (product.slug !== '') imagined.set(product.slug, { product, stored: null });
    return { outcome: 'CREATED', product: null, errors: [] };
  }
  return { outcome: 'CREATED', product: await insertProduct(context, signedIn, product), errors: [] };
}

const compared = [
  'name',
  'description',
  'priceCents',
  'discount',
  'photos',
  'categories',
  'inStock',
  'status',
] as const;

async function changeBy(importing: Import, target: Target, cells: Cells, id: ObjectId): Promise<RowResult> {
  const { context, signedIn, dryRun, imagined } = importing;
  const { product, stored } = target;
  const changes = readProductChanges(differing(cells, product));
  const fields = changedFields(product, changes);
  if (compared.every((field) => isSame(fields[field], product[field]))) {
    return { outcome: outcomeBefore(product, id), product: stored, errors: [] };
  }
  if (dryRun) {
    await refuseActiveOfDeleted(context, product, fields.status);
    imagined.set(product.slug, { product: { ...product, ...fields }, stored });
    return { outcome: 'UPDATED', product: stored, errors: [] };
  }
  return {
    outcome: 'UPDATED',
    product: await changeProduct(context, signedIn, { product, changes, editId: id }),
    errors: [],
  };
}

/** The columns that say something else than what the product shows: what it has already need not meet today's rules. */
function differing(cells: Cells, product: ProductDocument): Cells {
  const present: Readonly<Record<string, (product: ProductDocument) => unknown>> = {
    ...storedProductFields,
    status: ({ status }) => (status === 'active' ? 'ACTIVE' : 'INACTIVE'),
  };
  return Object.fromEntries(
    Object.entries(cells).filter(([column, value]) => !isSame(value, present[column]?.(product))),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What a row has done by this very request, whose answer was lost, is told again; what anybody else did is not its doing. */
function outcomeBefore({ _id, editId }: ProductDocument, id: ObjectId): RowResult['outcome'] {
  if (_id.equals(id)) return 'CREATED';
  return editId?.equals(id) ? 'UPDATED' : 'UNCHANGED';
}
