import type { DemoProduct } from './demoProduct';
import { electronics } from './products/electronics';
import { fashion } from './products/fashion';
import { homeAndGarden } from './products/homeAndGarden';
import { sportsAndFitness } from './products/sportsAndFitness';

export const demoProducts: DemoProduct[] = [...electronics, ...fashion, ...homeAndGarden, ...sportsAndFitness]
  .map((product) => ({ ...product, photos: [`/pictures/${product.slug}-1-800.avif`] }))
  .sort((a, b) => a.daysAgo - b.daysAgo);
