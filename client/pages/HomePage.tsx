import { CategoryGrid } from '../features/products/CategoryGrid';
import { FeaturedProducts } from '../features/products/FeaturedProducts';
import { Blurbs } from './home/Blurbs';
import { Hero } from './home/Hero';

export function HomePage() {
  return (
    <>
      <Hero />
      <Blurbs />
      <CategoryGrid />
      <FeaturedProducts />
    </>
  );
}
