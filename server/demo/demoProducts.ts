import type { DemoProduct } from './demoProduct';
import pictures from './pictures/pictures.json';
import { electronics } from './products/electronics';
import { fashion } from './products/fashion';
import { homeAndGarden } from './products/homeAndGarden';
import { sportsAndFitness } from './products/sportsAndFitness';

const views: Readonly<Record<string, { views: readonly unknown[] }>> = pictures;
const photosOf = (slug: string) =>
  (views[slug]?.views ?? []).map((_, index) => `/pictures/${slug}-${index + 1}-800.avif`);

export const demoProducts: DemoProduct[] = [...electronics, ...fashion, ...homeAndGarden, ...sportsAndFitness]
  .map((product) => ({ ...product, photos: photosOf(product.slug) }))
  .sort((a, b) => a.daysAgo - b.daysAgo);
