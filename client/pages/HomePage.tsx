import { CategoryGrid } from '../features/products/CategoryGrid';
import { FeaturedProducts } from '../features/products/FeaturedProducts';
import { usePageTitle } from '../ui/usePageTitle';
import { Blurbs } from './home/Blurbs';
import { Hero } from './home/Hero';

export function HomePage() {
  usePageTitle('');
  return (
    <>
      <Hero />
      <Blurbs />
      <CategoryGrid />
      <FeaturedProducts />
    </>
  );
}
