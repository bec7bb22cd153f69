export type DemoOwner = 'admin' | 'shopper' | 'other';

export interface DemoProduct {
  slug: string;
  name: string;
  description: string;
  /** Dollars the shopper pays, after the discount. */
  price: number;
  /** Percent. */
  discount: number;
  inStock: boolean;
  status: 'active' | 'inactive';
  /** The main category, then the sub-category. */
  categories: string[];
  photos: string[];
  rating: number;
  reviewCount: number;
  daysAgo: number;
  owner: DemoOwner;
}

/** As written by hand; the paths of the photos follow from the slug. */
export type DemoProductText = Omit<DemoProduct, 'photos'>;
