import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { picturesOf } from '../products/picturesOf';
import { demoOrders } from './demoOrders';
import { demoProducts } from './demoProducts';

const publicFolder = join(__dirname, '../../client/public');
const bySlug = new Map(demoProducts.map((product) => [product.slug, product]));

describe('the demo catalogue', () => {
  it('holds 60 products, 15 in each of the four categories', () => {
    const perCategory: Record<string, number> = {};
    for (const { categories } of demoProducts) {
      const main = categories[0] ?? 'none';
      perCategory[main] = (perCategory[main] ?? 0) + 1;
    }
    expect(perCategory).toEqual({ Electronics: 15, Fashion: 15, 'Home & Garden': 15, 'Sports & Fitness': 15 });
  });

  it('has 57 active products, three inactive ones and five that are out of stock', () => {
    expect(demoProducts.filter((product) => product.status === 'active')).toHaveLength(57);
    expect(demoProducts.filter((product) => product.status === 'inactive')).toHaveLength(3);
    expect(demoProducts.filter((product) => product.status === 'active' && !product.inStock)).toHaveLength(5);
  });

  it('gives every product a unique slug of lower-case letters, digits and hyphens', () => {
    expect(bySlug.size).toBe(60);
    expect(demoProducts.filter(({ slug }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toEqual([]);
  });

  it('has prices from $4 to $900 in whole cents', () => {
    for (const { price } of demoProducts) {
      expect(price).toBeGreaterThanOrEqual(4);
      expect(price).toBeLessThanOrEqual(900);
      expect(Number(price.toFixed(2))).toBe(price);
    }
  });

  it('discounts a quarter of the products, with original prices that yield the percentage', () => {
    const discounted = demoProducts.filter((product) => product.discount > 0);
    expect(discounted).toHaveLength(15);
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

  it('rates products from 0 to 5 with one decimal, and only reviewed ones above 0', () => {
    for (const { rating, reviewCount } of demoProducts) {
      expect(rating).toBeGreaterThanOrEqual(0);
      expect(rating).toBeLessThanOrEqual(5);
      expect(Number(rating.toFixed(1))).toBe(rating);
      expect(rating === 0).toBe(reviewCount === 0);
    }
  });

  it('begins, newest first, with one product of each category', () => {
    expect(new Set(demoProducts.map((product) => product.daysAgo)).size).toBe(60);
    expect(demoProducts.slice(0, 4).map((product) => product.slug)).toEqual([
      'stillwater-wireless-headphones',
      'ember-crew-neck-sweater',
      'alder-ceramic-table-lamp',
      'towpath-running-shoe',
    ]);
  });
});

describe('the pictures of the demo catalogue', () => {
  it('are one or two for each product, each with an alternative text', () => {
    for (const { slug, photos } of demoProducts) {
      expect(photos[0]).toBe(`/pictures/${slug}-1-800.avif`);
      expect(photos.slice(1)).toEqual(photos.length === 1 ? [] : [`/pictures/${slug}-2-800.avif`]);
      for (const picture of picturesOf(photos)) expect(picture?.alt).toMatch(/^[A-Z].{20,110}$/);
    }
    expect(demoProducts.filter(({ photos }) => photos.length === 2)).toHaveLength(25);
  });

  it('have their files, and there are no other files', () => {
    const wanted = demoProducts.flatMap(({ photos }) =>
      photos.flatMap((photo, index) => {
        const files = [photo, photo.replace('-800', '-400')];
        return index === 0 ? [...files, photo.replace('.avif', '.jpg')] : files;
      }),
    );
    const present = readdirSync(join(publicFolder, 'pictures'))
      .filter((file) => /-[12]-(400|800)\.(avif|jpg)$/.test(file))
      .map((file) => `/pictures/${file}`);
    expect(present.sort()).toEqual(wanted.sort());
  });
});

describe('the demo orders', () => {
  it('have unique numbers and contain available products older than the order', () => {
    expect(new Set(demoOrders.map(({ number }) => number)).size).toBe(demoOrders.length);
    for (const { number, lines, daysAgo } of demoOrders) {
      expect(number).toMatch(/^K-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
      for (const { slug, quantity } of lines) {
        expect(quantity).toBeGreaterThanOrEqual(1);
        expect(bySlug.get(slug)).toMatchObject({ inStock: true, status: 'active' });
        expect(bySlug.get(slug)?.daysAgo).toBeGreaterThanOrEqual(daysAgo);
      }
    }
  });
});
