import type { z } from 'zod';
import type { Context } from '../context';
import { BadInputError } from '../errors';
import { categoriesIn, ambiguousLines, mixedSeparators, photoSeparators, photosIn } from './separatedTexts';
import type { listTextsInput } from './products.input';

/** Splits lists given as a single text. */
export async function splitListTexts(
  { repositories }: Context,
  { photosText, categoriesText, ...input }: z.output<typeof listTextsInput>,
): Promise<Record<string, unknown>> {
  const photos = typeof photosText === 'string' ? splitPhotos(photosText) : input['photos'];
  if (typeof categoriesText !== 'string') return { ...input, photos };
  const known = await repositories.products.findKnownCategories(ambiguousLines(categoriesText));
  const categories = categoriesIn(categoriesText, (line) => known.has(line));
  if (!categories) throw new BadInputError(mixedSeparators, 'categories');
  return { ...input, photos, categories };
}

function splitPhotos(text: string): string[] {
  const photos = photosIn(text);
  if (!photos) throw new BadInputError(photoSeparators, 'photos');
  return photos;
}
