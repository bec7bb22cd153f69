import { isGram } from '../database/searchTerms';
import { boundedCount, countLimit, type BoundedCount } from '../listing';
import { cheapestWay } from './cheapestWay';
import { indexedConditions, searchText, testedFields, type ProductFilter } from './productFilter';
import { productOrders } from './productOrder';
import { planFewProducts, rareSource, rarestGramSource } from './productPlan';
import { isHit, type ProductQuestion, type ProductRepositories, type Source } from './productSources';

/** A count that has to look at products stops here and says that it is not exact. */
const countBudget = 20_000;
const fewRows = 2_000;
const order = productOrders.NEWEST;

/** How many active products match, exact up to 1,000 (decision 20). */
export async function countProducts(repositories: ProductRepositories, filter: ProductFilter): Promise<BoundedCount> {
  if (filter.search === '') {
    return boundedCount(await repositories.products.countActive(indexedConditions(filter), countLimit + 1));
  }
  const question = { filter, order, fields: testedFields(filter) };
  const most = { most: fewRows, wanted: countLimit + 1 };
  const way = (await cheapestWay(repositories, question, most)) ?? (await planFewProducts(repositories, question));
  const counted = way && (await countFrom(way.source, filter));
  return (
    counted ?? (await countFrom(await searchSource(repositories, question), filter)) ?? { count: 0, isExact: false }
  );
}

/** How many more match but cost more than the highest price (decision 21). */
export async function countAbovePrice(repositories: ProductRepositories, filter: ProductFilter): Promise<number> {
  if (filter.maxPrice === null) return 0;
  const { maxCents } = indexedConditions(filter);
  const lowest = Math.max(((maxCents ?? 0) + 1) / 100, filter.minPrice ?? 0);
  return (await countProducts(repositories, { ...filter, minPrice: lowest, maxPrice: null })).count;
}

/** Looks first how much there is. */
async function searchSource(repositories: ProductRepositories, question: ProductQuestion): Promise<Source> {
  const isShort = isGram(searchText(question.filter));
  const rare = isShort ? null : await rareSource(repositories, question, fewRows);
  return rare ?? rarestGramSource(repositories, question);
}

/** null where the source is longer than it was to be. */
async function countFrom(source: Source, filter: ProductFilter): Promise<BoundedCount | null> {
  let count = 0;
  let documents = 0;
  let position = null;
  while (documents < countBudget) {
    const batch = await source(position, countLimit, countLimit);
    if (batch.isTooLong) return null;
    documents += Math.max(batch.documents, 1);
    count += batch.candidates.filter((each) => isHit(each, filter)).length;
    if (batch.isLast || count > countLimit) return boundedCount(count);
    position = batch.candidates.at(-1)?.position ?? position;
  }
  return { count, isExact: false };
}
