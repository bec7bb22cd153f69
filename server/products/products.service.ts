import type { z } from 'zod';
import { auditIfAdmin } from '../audit/auditIfAdmin';
import { actsForShop, authorize, signedInIfPossible } from '../auth/authorize';
import { constants } from '../constants';
import type { Context, SignedIn } from '../context';
import { ConflictError, ForbiddenError } from '../errors';
import { parseInput } from '../graphql/input';
import { newId } from '../database/newId';
import { countProduct } from '../stock/countProduct';
import { splitListTexts } from './splitListTexts';
import { auditSubject, itemChanges } from './productAudit';
import { productDocument, type ProductExtras } from './productDocument';
import { createProductInput, listTextsInput, productInput, slugsInput } from './products.input';
import type { ProductDocument } from './products.repository';
import { slugCandidates, slugOf, slugPattern } from './slug';
import { enforceQuota, requireQuota } from './productQuota';
import { isReadable } from './storedItem';

/** By its slug, case-insensitively, or by a former slug that no other product has now. */
export async function findByAddress(
  { products }: Context['repositories'],
  slug: string,
): Promise<ProductDocument | null> {
  const lower = slug.toLowerCase();
  return (
    (await products.findBySlug(slug)) ??
    (lower === slug ? null : await products.findBySlug(lower)) ??
    (slugPattern.test(lower) ? products.findByFormerSlug(lower) : null)
  );
}

export async function listCategories(context: Context) {
  await authorize(context, 'categories');
  return [...constants.categories];
}

/** Concurrent calls are batched. */
export async function findProducts(context: Context, slugs: unknown): Promise<(ProductDocument | null)[]> {
  await authorize(context, 'productsBySlugs');
  const asked = parseInput(slugsInput, { slugs }).slugs;
  return Promise.all(asked.map((slug) => findProductBySlug(context, slug)));
}

/** null also for an inactive product that the viewer may not see (decision 14). */
export async function findProduct(context: Context, input: unknown): Promise<ProductDocument | null> {
  await authorize(context, 'product');
  return ifSeen(context, await findByEither(context.repositories, parseInput(productInput, input)));
}

/** By the one of both that is given. */
export async function findByEither(
  repositories: Context['repositories'],
  { slug, id }: z.output<typeof productInput>,
): Promise<ProductDocument | null> {
  return slug === null ? id && repositories.products.findById(id) : findByAddress(repositories, slug);
}

async function findProductBySlug(context: Context, slug: string): Promise<ProductDocument | null> {
  return ifSeen(context, await findByAddress(context.repositories, slug));
}

async function ifSeen(context: Context, product: ProductDocument | null): Promise<ProductDocument | null> {
  if (product && maySeeProduct(null, product)) return product;
  // Also where there is none: an outage must not reveal which slugs are taken.
  const signedIn = await signedInIfPossible(context);
  return product && maySeeProduct(signedIn, product) ? product : null;
}

export function maySeeProduct(signedIn: SignedIn | null, product: ProductDocument): boolean {
  const isOpen = product.status === 'active' && isReadable(product);
  return isOpen || signedIn?.viewer.uid === product.ownerUid || actsForShop(signedIn, 'read:products');
}

export async function createProduct(
  context: Context,
  input: unknown,
  extras: ProductExtras = {},
): Promise<ProductDocument> {
  const signedIn = await authorize(context, 'createProduct');
  const { stock, ...fields } = parseInput(
    createProductInput,
    await splitListTexts(context, parseInput(listTextsInput, input)),
  );
  const stamps = { _id: newId(context), ownerUid: signedIn.viewer.uid, createdAt: context.now() };
  const product = productDocument(fields, extras, stamps);
  return stock === undefined
    ? insertProduct(context, signedIn, product)
    : insertCounted(context, signedIn, product, stock);
}

/** Off sale until its stock is set: otherwise it could be oversold. */
export async function insertCounted(
  context: Context,
  signedIn: SignedIn,
  product: ProductDocument,
  count: number,
): Promise<ProductDocument> {
  const uncounted = { ...product, purchasable: product.inStock, inStock: false };
  const inserted = await insertProduct(context, signedIn, uncounted);
  await countProduct(context, signedIn, inserted, { count, movementId: `create:${inserted._id.toHexString()}` });
  return (await context.repositories.products.findById(inserted._id)) ?? inserted;
}

/** Inserts a product, with a slug derived from the name if none is given. The caller checks the permission. */
export async function insertProduct(
  context: Context,
  signedIn: SignedIn,
  product: ProductDocument,
): Promise<ProductDocument> {
  const earlier = await findIdempotentResult(context, product);
  if (earlier) return earlier;
  const { name, slug } = product;
  const planned = { ...product, slug: slug === '' ? slugOf(name) : slug };
  return auditIfAdmin(
    context,
    signedIn,
    { ...auditSubject(product), kind: 'CREATE_PRODUCT', changes: itemChanges(null, planned) },
    () => insertUnderFreeSlug(context, signedIn, product),
    (inserted) => itemChanges(null, inserted),
  );
}

async function insertUnderFreeSlug(
  context: Context,
  signedIn: SignedIn,
  wanted: ProductDocument,
): Promise<ProductDocument> {
  const { products } = context.repositories;
  await requireQuota(context, signedIn, wanted);
  const slugs = wanted.slug === '' ? await freeSlugs(context, slugOf(wanted.name)) : [wanted.slug];
  for (const slug of slugs) {
    const product = { ...wanted, slug };
    const outcome = await products.insert(product);
    if (outcome === 'inserted') {
      const { ownerIsDeleted } = await enforceQuota(context, signedIn, product);
      // As dated by the database.
      if (!ownerIsDeleted) return (await products.findById(product._id)) ?? product;
      await products.deactivateByOwner(product.ownerUid);
      throw new ForbiddenError('This account has been deleted.');
    }
    // If both id and slug are taken, servers differ in which they report.
    const earlier = await findIdempotentResult(context, product);
    if (earlier) return earlier;
    if (outcome === 'idTaken') throw alreadyCreated();
  }
  throw new ConflictError('This slug is taken.', 'slug');
}

/** One query instead of failing writes; a concurrent insert may still take a slug. */
export async function freeSlugs({ repositories: { products } }: Context, base: string): Promise<string[]> {
  const candidates = [...slugCandidates(base)];
  const taken = new Set((await products.findBySlugs(candidates)).map(({ slug }) => slug));
  return candidates.filter((slug) => !taken.has(slug));
}

/** What an earlier attempt of this request created: its id is derived from the Idempotency-Key. */
async function findIdempotentResult(
  { idempotencyKey, repositories }: Context,
  { _id, ownerUid }: ProductDocument,
): Promise<ProductDocument | null> {
  const existing = idempotencyKey === null ? null : await repositories.products.findById(_id);
  if (existing && existing.ownerUid !== ownerUid) throw alreadyCreated();
  return existing;
}

const alreadyCreated = () => new ConflictError('This request was made before.');
