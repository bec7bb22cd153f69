import type { ObjectId } from 'mongodb';
import { auditIfAdmin } from '../audit/auditIfAdmin';
import { authorize, requireKeyScope, requireOwnerOrHide } from '../auth/authorize';
import type { Context, SignedIn } from '../context';
import { newId } from '../database/newId';
import { ConflictError, ForbiddenError, NotFoundError } from '../errors';
import { parseInput } from '../graphql/input';
import { countProduct, requireCountable, type WantedCount } from '../stock/countProduct';
import { settleStock } from '../stock/settleStock';
import { auditSubject, itemChanges } from './productAudit';
import { changedFields, isSame } from './productDocument';
import { freeSlugs } from './products.service';
import { updateProductInput, type ProductChanges } from './products.input';
import {
  versionOf,
  type EditableProductFields,
  type ProductDocument,
  type ProductReplacement,
} from './products.repository';
import { holdAfter } from './shopHold';
import { maximumFormerSlugs, slugOf } from './slug';

export async function updateProduct(context: Context, input: unknown): Promise<ProductDocument> {
  const signedIn = await authorize(context, 'updateProduct');
  const { id, version, stock, seenStock, isCounted, purchasable, ...given } = parseInput(updateProductInput, input);
  const editId = newId(context);
  const product = id && (await context.repositories.products.findById(id));
  if (!product) throw noSuchProduct();
  await requireOwnerOrHide(context, signedIn, product, noSuchProduct());
  const made = versionOf(product) === version ? null : await sameEditOrConflict(context, product, editId);
  const edit = { product, changes: withSwitch(product, given, purchasable), editId };
  // A crash may have come between.
  const own = made && (await settleSwitch(context, made, edit.changes));
  if (stock === undefined && isCounted !== false) return own ?? changeProduct(context, signedIn, edit);
  requireKeyScope(signedIn, 'write:stock');
  const movementId = `edit:${editId.toHexString()}`;
  const wanted = { count: stock ?? null, seen: seenStock, movementId };
  return own ? countChanged(context, signedIn, own, wanted) : changeWithCount(context, signedIn, edit, wanted);
}

/** `inStock` of a counted product follows from sales, too: beside the switch it is only what was read. */
function withSwitch(product: ProductDocument, changes: ProductChanges, purchasable?: boolean): ProductChanges {
  if (purchasable === undefined) return changes;
  const isCounted = product.purchasable !== undefined;
  const { inStock = purchasable } = changes;
  return { ...changes, inStock: isCounted || inStock === product.inStock ? purchasable : inStock };
}

/**
 * The product first, by version: a rejected edit must not change the stock. Idempotent. The caller checks the
 * permission.
 */
export async function changeWithCount(
  context: Context,
  signedIn: SignedIn,
  edit: ProductEdit,
  wanted: WantedCount,
): Promise<ProductDocument> {
  await requireCountable(context, edit.product, wanted);
  const changed = await changeProduct(context, signedIn, edit);
  return countChanged(context, signedIn, changed, wanted);
}

async function countChanged(
  context: Context,
  signedIn: SignedIn,
  product: ProductDocument,
  wanted: WantedCount,
): Promise<ProductDocument> {
  await countProduct(context, signedIn, product, wanted);
  // The stock write has updated `inStock` and kept the version.
  return (await context.repositories.products.findById(product._id)) ?? product;
}

interface ProductEdit {
  /** As read. */
  readonly product: ProductDocument;
  readonly changes: ProductChanges;
  /** Derived from the Idempotency-Key, so that a retry recognizes its own edit. */
  readonly editId: ObjectId;
}

/**
 * Changes the product in one compare-and-set if it is still as it was read. An edit without effect is skipped: programs
 * that write back what they have read would otherwise notify each other forever. The caller checks the permission.
 */
export async function changeProduct(context: Context, signedIn: SignedIn, edit: ProductEdit): Promise<ProductDocument> {
  const { product, changes } = edit;
  const fields = {
    ...withoutSwitch(changedFields(product, changes)),
    heldByShop: holdAfter(context, signedIn, product, changes.status),
    ...(await switchFields(context, product, changes)),
  };
  await refuseActiveOfDeleted(context, product, fields.status);
  if (changesNothing(product, fields)) return product;
  const planned = { ...product, ...fields, slug: fields.slug === '' ? product.slug : fields.slug };
  return auditIfAdmin(
    context,
    signedIn,
    {
      ...auditSubject(product),
      kind: 'UPDATE_PRODUCT',
      subjectVersion: versionOf(product),
      changes: itemChanges(product, planned),
    },
    async () => settleSwitch(context, await writeFields(context, edit, fields), changes),
    (after) => itemChanges(product, after),
  );
}

function changesNothing(product: ProductDocument, fields: ProductReplacement): boolean {
  const before = product as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(fields).every(([name, value]) => isSame(value, before[name]));
}

const withoutSwitch = ({ inStock: _inStock, purchasable: _purchasable, ...others }: ProductReplacement) => others;

/** With tracked stock the switch sets whether the product is on sale at all; then `inStock` follows from the stock. */
async function switchFields(
  { repositories: { stock } }: Context,
  { _id, purchasable }: ProductDocument,
  { inStock }: ProductChanges,
): Promise<Partial<EditableProductFields>> {
  if (inStock === undefined) return {};
  const level = await stock.find(_id);
  if (level === null) return { inStock, ...(purchasable !== undefined && { purchasable: inStock }) };
  return { purchasable: inStock, inStock: inStock && level.available > 0 };
}

/** The stock may have changed between reading it and writing the `inStock` that follows from it. */
async function settleSwitch(
  { repositories }: Context,
  product: ProductDocument,
  { inStock }: ProductChanges,
): Promise<ProductDocument> {
  if (inStock === undefined) return product;
  const level = await repositories.stock.find(product._id);
  if (level === null || product.inStock === (inStock && level.available > 0)) return product;
  await settleStock(repositories, { ...level, isFlagDue: true });
  return (await repositories.products.findById(product._id)) ?? product;
}

async function writeFields(context: Context, edit: ProductEdit, fields: ProductReplacement): Promise<ProductDocument> {
  const { product, changes, editId } = edit;
  const { repositories } = context;
  const slugs = fields.slug === '' ? await slugsFor(context, product, fields.name) : [fields.slug];
  for (const candidate of slugs) {
    const renamed = { ...fields, slug: candidate, ...formerSlugs(product, candidate, context.now()) };
    const outcome = await repositories.products.update(product, renamed, editId);
    if (outcome === 'slugTaken') continue;
    if (outcome !== 'changed') return deactivateIfOwnerDeleted(context, outcome);
    const now = await repositories.products.findById(product._id);
    if (!now) throw noSuchProduct();
    if (!isCountedOtherwise(product, now)) return sameEditOrConflict(context, now, editId);
    const retried = { ...withoutSwitch(fields), ...(await switchFields(context, now, changes)) };
    return writeFields(context, { ...edit, product: now }, retried);
  }
  throw new ConflictError('This slug is taken.', 'slug');
}

/** Beginning and ending a count move the switch without a new version: that is no conflict. */
const isCountedOtherwise = (before: ProductDocument, now: ProductDocument): boolean =>
  now.version === before.version && now.purchasable !== before.purchasable;

/** A renamed product keeps its former slugs; renaming it back removes one. */
function formerSlugs(before: ProductDocument, slug: string, now: Date): Pick<EditableProductFields, 'formerSlugs'> {
  if (slug === before.slug) return {};
  const others = (before.formerSlugs ?? []).filter((former) => former.slug !== slug && former.slug !== before.slug);
  return { formerSlugs: [...others, { slug: before.slug, until: now }].slice(-maximumFormerSlugs) };
}

/** A slug derived from the same name is kept. */
async function slugsFor(context: Context, { slug }: ProductDocument, name: string): Promise<string[]> {
  const base = slugOf(name);
  return slug === base ? [slug] : freeSlugs(context, base);
}

/** The product was changed by an earlier attempt of this request; any other change is a conflict. */
async function sameEditOrConflict(
  context: Context,
  product: ProductDocument,
  editId: ObjectId,
): Promise<ProductDocument> {
  if (product.editId?.equals(editId)) return deactivateIfOwnerDeleted(context, product);
  throw new ConflictError(
    'This product was changed meanwhile. Load it again to see its present state; what you typed is kept.',
    'version',
  );
}

const permanentlyInactive = () =>
  new ConflictError('The account of its owner has been deleted: the product stays inactive.', 'status');

/** A product of a deleted owner cannot be activated again. */
export async function refuseActiveOfDeleted(
  { repositories }: Context,
  { ownerUid }: ProductDocument,
  status: ProductDocument['status'],
): Promise<void> {
  if (status === 'active' && (await repositories.deletedUsers.has(ownerUid))) throw permanentlyInactive();
}

/** The owner may have been deleted since the check: the later of the two writers deactivates the product. */
async function deactivateIfOwnerDeleted(context: Context, product: ProductDocument): Promise<ProductDocument> {
  const { products, deletedUsers } = context.repositories;
  if (product.status !== 'active' || !(await deletedUsers.has(product.ownerUid))) return product;
  await products.deactivateByOwner(product.ownerUid);
  const signedIn = await context.signedIn();
  throw signedIn?.viewer.uid === product.ownerUid
    ? new ForbiddenError('This account has been deleted.')
    : permanentlyInactive();
}

const noSuchProduct = () => new NotFoundError('There is no such product.', 'id');
