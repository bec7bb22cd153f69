import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { demoOrders } from './demoOrders';
import { demoProducts } from './demoProducts';

const publicFolder = join(__dirname, '../../client/public');
const bySlug = new Map(demoProducts.map((product) => [product.slug, product]));
const bytes = (path: string) => statSync(join(publicFolder, path)).size;

describe('the demo catalogue', () => {
  it('holds 32 products, eight in each of the four categories', () => {
    const perCategory: Record<string, number> = {};
    for (const { categories } of demoProducts) {
      const main = categories[0] ?? 'none';
      perCategory[main] = (perCategory[main] ?? 0) + 1;
    }
    expect(perCategory).toEqual({ Electronics: 8, Fashion: 8, 'Home & Garden': 8, 'Sports & Fitness': 8 });
  });

  it('has 29 active products, three inactive ones and three that are out of stock', () => {
    expect(demoProducts.filter((product) => product.status === 'active')).toHaveLength(29);
    expect(demoProducts.filter((product) => product.status === 'inactive')).toHaveLength(3);
    expect(demoProducts.filter((product) => product.status === 'active' && !product.inStock)).toHaveLength(3);
  });

  it('gives every product a slug of its own in lower case, digits and hyphens', () => {
    expect(bySlug.size).toBe(32);
    expect(demoProducts.filter(({ slug }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toEqual([]);
  });

  it('asks prices from $4 to $900 in whole cents', () => {
    for (const { price } of demoProducts) {
      expect(price).toBeGreaterThanOrEqual(4);
      expect(price).toBeLessThanOrEqual(900);
      expect(Number(price.toFixed(2))).toBe(price);
    }
  });

  it('discounts a quarter, with original prices that give the percentage back', () => {
    const discounted = demoProducts.filter((product) => product.discount > 0);
    expect(discounted).toHaveLength(8);
    for (const { price, discount } of discounted) {
      const originalPrice = Number((price / (1 - discount / 100)).toFixed(2));
      expect(Math.round(((originalPrice - price) / originalPrice) * 100)).toBe(discount);
    }
  });

  it('names a main category and a sub-category, and describes each product', () => {
    for (const { categories, description } of demoProducts) {
      expect(categories).toHaveLength(2);
      expect(description.length).toBeGreaterThan(80);
    }
  });

  it('rates from 0 to 5 with one decimal, and only what was reviewed', () => {
    for (const { rating, reviewCount } of demoProducts) {
      expect(rating).toBeGreaterThanOrEqual(0);
      expect(rating).toBeLessThanOrEqual(5);
      expect(Number(rating.toFixed(1))).toBe(rating);
      expect(rating === 0).toBe(reviewCount === 0);
    }
  });

  it('begins, newest first, with photographed products of the four categories', () => {
    expect(new Set(demoProducts.map((product) => product.daysAgo)).size).toBe(32);
    expect(demoProducts.slice(0, 4).map((product) => product.slug)).toEqual([
      'stillwater-wireless-headphones',
      'ember-crew-neck-sweater',
      'alder-ceramic-table-lamp',
      'towpath-running-shoe',
    ]);
  });
});

describe('the pictures of the demo catalogue', () => {
  it('are there for every product, in all three files, within the limits', () => {
    for (const { slug, photos } of demoProducts) {
      expect(photos).toEqual([`/pictures/${slug}-1-800.avif`]);
      expect(bytes(`/pictures/${slug}-1-800.avif`)).toBeLessThanOrEqual(32_000);
      expect(bytes(`/pictures/${slug}-1-400.avif`)).toBeLessThanOrEqual(10_000);
      expect(bytes(`/pictures/${slug}-1-800.jpg`)).toBeLessThanOrEqual(60_000);
    }
  });

  it('belong to a product, and so does every drawing', () => {
    const drawings = readdirSync(join(__dirname, 'drawings')).map((file) => file.replace(/\.svg$/, ''));
    expect(drawings.filter((slug) => !bySlug.has(slug))).toEqual([]);
    const pictures = readdirSync(join(publicFolder, 'pictures')).filter((file) =>
      /-1-(400|800)\.(avif|jpg)$/.test(file),
    );
    expect(pictures.filter((file) => !bySlug.has(file.replace(/-1-(400|800)\.(avif|jpg)$/, '')))).toEqual([]);
    expect(pictures).toHaveLength(96);
  });
});

describe('the demo orders', () => {
  it('are seven, each of products that the shop sold before', () => {
    expect(new Set(demoOrders.map((order) => order.id)).size).toBe(7);
    for (const { lines, daysAgo } of demoOrders) {
      for (const { slug, quantity } of lines) {
        expect(quantity).toBeGreaterThanOrEqual(1);
        expect(bySlug.get(slug)?.daysAgo).toBeGreaterThanOrEqual(daysAgo);
      }
    }
  });
});
