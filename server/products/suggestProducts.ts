import type { Context } from '../context';
import { authorize } from '../auth/authorize';
import { parseInput } from '../graphql/input';
import { containing, rangeInOrder, windowRange } from '../lists/ranges';
import { newestFirst } from '../lists/position';
import { isGram, windowsOfText } from '../text/searchTerms';
import { catalogueSampleOf, type CatalogueSample } from './catalogueSample';
import { fuzzyMatchName, nearSubstrings, wordsOf } from './fuzzyNames';
import { suggestionsInput } from './products.input';
import type { ProductDocument, ProductsRepository } from './products.repository';
import { isReadable } from './storedItem';

export interface Suggestions {
  /** The corrected search text for the best match. */
  readonly correctedSearch: string | null;
  readonly products: readonly ProductDocument[];
}

const none: Suggestions = { correctedSearch: null, products: [] };

/** Products examined per read, and names compared: for a frequent n-gram only some of them. */
const maxExamined = 500;
const maxCompared = 100;

/**
 * Active products whose names contain the words of a search without results, in any order and with at most one edit
 * each. No suggestions if a name contains the text itself.
 */
export async function suggestProducts(context: Context, input: unknown): Promise<Suggestions> {
  await authorize(context, 'productSuggestions');
  const { search, first } = parseInput(suggestionsInput, input);
  const words = wordsOf(search);
  if (words.length === 0) return none;
  const { products } = context.repositories;
  const groups = words.map(nearSubstrings);
  const texts = textsToRead(words, groups, await catalogueSampleOf(products));
  const [exact, ...lists] = await Promise.all([
    readNames(products, search, [[search]], 1),
    ...texts.map((text) => readNames(products, text, groups, maxCompared)),
  ]);
  if (exact.length > 0) return none;
  const names = new Map(lists.flat().map(({ _id, nameLower }) => [_id.toHexString(), { _id, nameLower }]));
  const near = [...names.values()].flatMap(({ _id, nameLower }) => {
    const found = fuzzyMatchName(words, nameLower);
    return found ? [{ _id, nameLower, ...found }] : [];
  });
  const best = near.sort((a, b) => a.distance - b.distance || a.nameLower.length - b.nameLower.length).slice(0, first);
  const found = await products.findByIds(best.map(({ _id }) => _id));
  // In ranking order, without products deleted meanwhile.
  const shown = best.flatMap(({ _id, corrected }) => {
    const product = found.find((each) => each._id.equals(_id));
    return product?.status === 'active' && isReadable(product) ? [{ product, corrected }] : [];
  });
  return { correctedSearch: shown[0]?.corrected ?? null, products: shown.map(({ product }) => product) };
}

/**
 * The near substrings of the word with the fewest expected products: each match has one of them. If these are too many,
 * the two rarest words as typed: a match has one of them, unless both are misspelled.
 */
function textsToRead(words: readonly string[], groups: readonly string[][], sample: CatalogueSample): string[] {
  const count = (texts: readonly string[]) => texts.reduce((sum, text) => sum + sample.estimate(text).matching, 0);
  const fewest = (choices: readonly string[][]) =>
    choices.reduce((rarest, next) => (count(next) < count(rarest) ? next : rarest));
  const pieces = fewest([...groups]);
  if (count(pieces) <= maxExamined) return pieces;
  const rarestWords = [...words].sort((a, b) => count([a]) - count([b])).slice(0, 2);
  return rarestWords.length < 2 ? pieces : fewest([pieces, rarestWords]);
}

/** Names of active products that have one text of each group, among the first that an index finds by one of the texts. */
function readNames(
  { list }: ProductsRepository,
  text: string,
  groups: readonly (readonly string[])[],
  limit: number,
): Promise<Pick<ProductDocument, '_id' | 'nameLower'>[]> {
  const [window = text] = windowsOfText(text);
  const conditions = { status: 'active' };
  const { filter, hint } = isGram(text)
    ? rangeInOrder(list.indexes, newestFirst, { ...conditions, nameGrams: text })
    : windowRange(list.indexes, 'nameTerms', window, conditions);
  const hasOneOf = (texts: readonly string[]) => ({ $or: texts.map((each) => ({ nameLower: containing(each) })) });
  return list.aggregate(
    [
      { $match: filter },
      { $limit: maxExamined },
      { $match: { ...conditions, $and: groups.map(hasOneOf) } },
      { $limit: limit },
      { $project: { nameLower: 1 } },
    ],
    limit,
    hint,
  );
}
