import { isWindow } from '../database/searchTerms';
import { catalogueSampleOf } from './catalogueSample';
import type { NameList } from './catalogueQueries';
import { indexedConditions, searchText } from './productFilter';
import {
  listSource,
  wholeListSource,
  type ProductQuestion,
  type ProductRepositories,
  type Source,
} from './productSources';

export interface Way {
  readonly source: Source;
  /** Products that its first question may look at, where it need not look at all of a list. */
  readonly batch?: number | undefined;
}

/** A page is expected to be filled where so many times its rows are. */
const certainty = 1.5;

/**
 * How a text is best looked for, as far as a sample of the catalogue tells: among all products whose name has it, or
 * among those of a category with a piece of it, all of them or newest first until the page is full. Null where each would look at more than
 * `most` products.
 */
export async function cheapestWay(
  repositories: ProductRepositories,
  question: ProductQuestion,
  { most, wanted }: { readonly most: number; readonly wanted: number },
): Promise<Way | null> {
  const sample = await catalogueSampleOf(repositories.products);
  const text = searchText(question.filter);
  const conditions = indexedConditions(question.filter);
  const { named, rarest } = sample.lookFor(text);
  const ways: (Way & { readonly products: number })[] = [];
  const addWhole = (list: NameList, products: number) => {
    if (products <= most) ways.push({ products, source: wholeListSource(repositories, question, list, most) });
  };
  if (isWindow(text)) addWhole({ kind: 'window', window: text }, named);
  if (conditions.category !== null && rarest) {
    const list: NameList = { kind: 'categoryGram', category: conditions.category, stretch: rarest.stretch };
    const products = rarest.count * sample.shareOf({ ...conditions, inStockOnly: false });
    addWhole(list, products);
    const rows = named * sample.shareOf(conditions);
    const examined = (products * wanted) / rows;
    if (question.order.field === 'createdAt' && rows >= certainty * wanted && examined <= most) {
      const batch = Math.ceil(2 * examined + wanted);
      ways.push({ products: examined, source: listSource(repositories, question, list), batch });
    }
  }
  return ways.sort((a, b) => a.products - b.products)[0] ?? null;
}
