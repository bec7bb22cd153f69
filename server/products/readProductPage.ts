import type { Fingerprint, Position } from '../database/cursor';
import type { Page, Placed } from '../listing';
import { indexedConditions } from './productFilter';
import { budgetOf, needsMoreThanOrder, planFewProducts, planProducts, searchBudget, type Plan } from './productPlan';
import type { ProductDocument } from './products.repository';
import { isHit, type ProductQuestion, type ProductRepositories } from './productSources';

export interface ProductPageRequest extends ProductQuestion {
  readonly first: number;
  readonly after: Position | null;
  /** What the cursors of this list carry. */
  readonly question: Fingerprint;
}

export interface ProductPage extends Page<ProductDocument> {
  readonly documentsRead: number;
}

const largestBatch = 1_000;
/** For a way that may turn out to be slow. */
const largestTrial = 64;

/** As many documents as should bring what is missing, by what the ones read so far have brought. */
function nextBatch(last: number, missing: number, hitsPerDocument: number): number {
  return hitsPerDocument === 0 ? last * 2 : Math.max(8, Math.ceil((1.5 * missing) / hitsPerDocument));
}

/** More than the page where not every document is one of it: going on costs more than reading these. */
function firstBatch(first: number, { batch, otherwise }: Plan, readsInVain: boolean): number {
  if (batch !== undefined) return batch;
  if (otherwise) return Math.min(4 * (first + 1), largestTrial);
  return Math.ceil((readsInVain ? 2.3 : 1) * (first + 1));
}

/**
 * Reads candidates in the list's order and keeps those that the specification's predicate lets through, until the page is
 * full, the list ends or the budget of documents is spent; then the page comes back short and the next one goes on from
 * there (decision 41). The predicate decides every row, whatever an index has said.
 */
export async function readProductPage(
  repositories: ProductRepositories,
  request: ProductPageRequest,
): Promise<ProductPage> {
  const { filter, order, first, question } = request;
  const conditions = indexedConditions(filter);
  const budget = budgetOf(request);
  const isSearch = filter.search !== '';
  const readsInVain = isSearch || needsMoreThanOrder(conditions, order);
  let plan: Plan = await planProducts(repositories, request, first + 1);
  let documents = 0;
  let position = request.after;
  let isLast = false;
  let next = 2;
  let batchSize = firstBatch(first, plan, readsInVain);
  let mayReplan = plan.otherwise !== undefined || (!isSearch && readsInVain);
  const hits: Placed<ProductDocument>[] = [];

  while (hits.length <= first && !isLast && budget - documents >= next) {
    const batch = await plan.source(
      position,
      Math.min(batchSize, largestBatch, budget - documents),
      first + 1 - hits.length,
    );
    documents += batch.documents;
    ({ isLast, next = 2 } = batch);
    position = batch.candidates.at(-1)?.position ?? position;
    hits.push(...batch.candidates.filter((each) => isHit(each, filter)));
    batchSize = nextBatch(batchSize, first + 1 - hits.length, hits.length / Math.max(1, documents));
    if (mayReplan && hits.length <= first && !isLast) {
      // What is left, with the page's products taken off.
      const limit = budget - documents - 2 * (first + 1);
      const isSlow = hits.length * searchBudget < 2 * documents * (first + 1);
      const other = isSearch ? isSlow && (await plan.otherwise?.(limit)) : await planFewProducts(repositories, request);
      mayReplan = isSearch && other ? other.otherwise !== undefined : false;
      if (other) {
        [plan, next] = [other, 2];
        if (mayReplan) batchSize = firstBatch(first, plan, readsInVain);
      }
    }
  }

  const rows = hits.slice(0, first);
  const isFull = hits.length > first;
  return {
    rows,
    end: isFull || isLast ? (rows.at(-1)?.position ?? null) : position,
    question,
    hasNextPage: isFull || !isLast,
    hasPreviousPage: request.after !== null,
    documentsRead: documents,
  };
}
