import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoProducts } from '../../../server/demo/demoProducts';

interface Seen {
  turn: number;
  height: number;
  fill?: number;
  alt: string;
}

const text = (file: string) => readFileSync(join(__dirname, file), 'utf8');
interface Entry {
  category: string;
  model: string;
  views: Seen[];
  /** Of groups only. */
  size?: [number, number];
  things?: { slug: string; at: [number, number] }[];
}

const listed = Object.entries(
  JSON.parse(readFileSync('server/demo/pictures/pictures.json', 'utf8')) as Record<string, Entry>,
);
const groups = listed.filter(([, { things }]) => things);
const entries = listed.filter(([, { things }]) => !things);
const products = Object.fromEntries(entries);
const views = entries.flatMap(([slug, product]) => product.views.map((view) => ({ slug, ...view })));

/** The slugs in a model's PRODUCTS. */
function slugsOf(model: string): string[] {
  const [, table = ''] = text(`models/${model}.py`).split(/^PRODUCTS = /m);
  return [...table.matchAll(/'([a-z0-9-]+)': \{/g)].map(([, slug = '']) => slug);
}

describe('the list of pictures', () => {
  it('has 15 products in each category, of at least ten models', () => {
    expect(new Set(entries.map(([, { category }]) => category)).size).toBe(4);
    for (const category of ['electronics', 'fashion', 'home-and-garden', 'sports-and-fitness']) {
      const models = entries.filter(([, product]) => product.category === category).map(([, { model }]) => model);
      expect(models).toHaveLength(15);
      expect(new Set(models).size).toBeGreaterThanOrEqual(10);
    }
  });

  it('has every product of the demo shop', () => {
    expect(demoProducts.map(({ slug }) => slug).filter((slug) => !(slug in products))).toEqual([]);
  });

  it('names for each product the model that makes it', () => {
    const made = readdirSync(join(__dirname, 'models')).filter((file) => file.endsWith('.py') && file !== 'group.py');
    const pairs = made
      .map((file) => file.replace(/\.py$/, ''))
      .flatMap((model) => slugsOf(model).map((slug) => [slug, model]));
    expect(pairs.map(([slug, model]) => `${slug} ${model}`).sort()).toEqual(
      entries.map(([slug, { model }]) => `${slug} ${model}`).sort(),
    );
  });

  it('has a second view of at least 24 products', () => {
    expect(views.length - entries.length).toBeGreaterThanOrEqual(24);
    expect(entries.filter(([, product]) => product.views.length > 2)).toEqual([]);
  });

  it('has a unique alternative text for each picture', () => {
    const alts = listed.flatMap(([, entry]) => entry.views.map(({ alt }) => alt));
    expect(new Set(alts).size).toBe(alts.length);
    for (const alt of alts) expect(alt).toMatch(/^[A-Z].{20,110}[^.]$/);
  });

  it('has a group of products for each category, the home page and the sign-in page', () => {
    expect(Object.fromEntries(groups.map(([name, { size }]) => [name, size]))).toEqual({
      'category-electronics': [1200, 900],
      'category-fashion': [1200, 900],
      'category-home-and-garden': [1200, 900],
      'category-sports-and-fitness': [1200, 900],
      hero: [1200, 1200],
      'sign-in': [900, 1200],
    });
    for (const [name, { category, things = [] }] of groups) {
      const categories = things.map(({ slug }) => products[slug]?.category);
      expect(categories).not.toContain(undefined);
      if (name.startsWith('category-')) expect(categories.every((each) => each === category)).toBe(true);
    }
  });

  it('fills between 65 and 75 percent of the square', () => {
    expect(views.filter(({ fill = 0.72 }) => fill < 0.65 || fill > 0.75)).toEqual([]);
  });
});
