import type { Document } from 'mongodb';
import type { ReadPipeline } from '../database/batchReader';
import { productsCollection } from './productsCollection';

/** Bounds the stages of one command, of which MongoDB allows 1,000. */
const textsPerCommand = 100;

/** One product each: a filter by all texts would read every product of these categories. */
const seek = (text: string): Document[] => [
  { $match: { status: { $in: ['active', 'inactive'] }, categories: text } },
  { $limit: 1 },
  { $project: { _id: 0, text: { $literal: text } } },
];

/** Reads which texts are a category of some product. */
export function knownCategoriesReader(readPipeline: ReadPipeline) {
  return async (texts: readonly string[]): Promise<Set<string>> => {
    const known = new Set<string>();
    for (let from = 0; from < texts.length; from += textsPerCommand) {
      const [first = [], ...others] = texts.slice(from, from + textsPerCommand).map(seek);
      const united = others.map((pipeline) => ({ $unionWith: { coll: productsCollection, pipeline } }));
      const found = await readPipeline<{ readonly text: string }>([...first, ...united], others.length + 1);
      for (const { text } of found) known.add(text);
    }
    return known;
  };
}
