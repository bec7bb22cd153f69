import { ObjectId } from 'mongodb';
import { constants } from '../constants';
import { productDocument } from '../products/productDocument';
import type { ProductDocument } from '../products/products.repository';
import { slugOf } from '../products/slug';
import { entryOf } from '../store/store.service';
import type { NewUser } from '../users/users.repository';
import { createRandom, type Random } from './random';

const adjectives = [
  'Classic',
  'Ribbed',
  'Folding',
  'Quiet',
  'Slate',
  'Heavy',
  'Soft',
  'Travel',
  'Everyday',
  'Compact',
  'Harbour',
  'Nordic',
] as const;
const materials = [
  'Leather',
  'Stainless Steel',
  'Canvas',
  'Merino',
  'Oak',
  'Ceramic',
  'Linen',
  'Bamboo',
  'Aluminium',
  'Cork',
  'Glass',
  'Recycled',
] as const;
const things = [
  'Wallet',
  'Bottle',
  'Tote',
  'Beanie',
  'Desk Lamp',
  'Mug',
  'Apron',
  'Tray',
  'Tripod',
  'Yoga Block',
  'Carafe',
  'Backpack',
  'Kettle',
  'Headphones',
] as const;
const extras = ['with Lid', 'with Strap', 'for Two', 'Set', 'Mini', 'XL', 'with the Tools', 'and Case', ''] as const;
const colours = ['Sand', 'Moss', 'Ink', 'Clay', 'Snow', 'Plum', 'Amber', 'Teal'] as const;
const subcategories = ['Basics', 'Outdoor', 'Gifts', 'Studio'] as const;

/** Upper bound of generated dates. */
export const newest = Date.UTC(2026, 0, 1);
const minute = 60_000;
/** Cannot collide with the shop's ids: generated ids start with a time before MongoDB existed. */
const idOf = (kind: number, number: number) =>
  ObjectId.createFromHexString(kind.toString(16).padStart(8, '0') + number.toString(16).padStart(16, '0'));

export const generatedUid = (number: number) => `generated-${String(number).padStart(7, '0')}`;

/** Generated products in ascending order of _id; deterministic for a range. */
export function generatedProducts(from: number, to: number, owners: number): ProductDocument[] {
  return range(from, to).map((number) => generatedProduct(number, owners));
}

export function generatedProduct(number: number, owners: number): ProductDocument {
  const random = createRandom(number * 7_919 + 1);
  const name = nameOf(random, number);
  return productDocument(
    {
      name,
      slug: `${slugOf(name)}-${number}`,
      description: `${name}: made to be used every day and mended when it has to be. Generated for measuring.`,
      price: Math.max(4, Math.round(random.next() ** 2 * 90_000) / 100),
      discount: random.below(4) === 0 ? 5 * (1 + random.below(8)) : 0,
      photos: [`/pictures/category-${constants.categories[number % 4]?.id ?? 'fashion'}-800.avif`],
      categories: [constants.categories[random.below(4)]?.name ?? 'Fashion', random.pick(subcategories)],
      inStock: random.below(10) !== 0,
    },
    {
      status: random.below(50) === 0 ? 'inactive' : 'active',
      rating: 3 + random.below(21) / 10,
      reviewCount: random.below(400),
    },
    {
      _id: idOf(1, number),
      ownerUid: generatedUid(owners === 0 ? 0 : random.below(owners)),
      createdAt: new Date(newest - random.below(1_000_000) * minute),
    },
  );
}

function nameOf(random: Random, number: number): string {
  const parts = [
    random.pick(adjectives),
    random.pick(materials),
    random.pick(things),
    random.pick(extras),
    random.pick(colours),
  ];
  return [...parts.filter((part) => part !== ''), number.toString(36)].join(' ');
}

export function generatedUsers(from: number, to: number): NewUser[] {
  return range(from, to).map((number) => ({
    uid: generatedUid(number),
    name: `Generated Person ${number}`,
    email: `person-${number}@generated.test`,
    photoURL: '',
    createdAt: new Date(newest - number * minute),
  }));
}

/** Numbers of records that others may refer to. */
export interface Amounts {
  readonly products: number;
  readonly users: number;
}

export function generatedEntries(from: number, to: number, { products, users }: Amounts) {
  if (products === 0) return [];
  return range(from, to).map((number) => {
    const random = createRandom(number * 104_729 + 3);
    return entryOf(generatedProduct(random.below(products), users), {
      _id: idOf(2, number),
      ownerUid: generatedUid(users === 0 ? 0 : random.below(users)),
      createdAt: new Date(newest - random.below(500_000) * minute),
    });
  });
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
