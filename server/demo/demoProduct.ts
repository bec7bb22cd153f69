export type DemoOwner = 'admin' | 'shopper' | 'other';

export interface DemoProduct {
  slug: string;
  name: string;
  description: string;
  /** The price in dollars after the discount. */
  price: number;
  /** Percent. */
  discount: number;
  inStock: boolean;
  status: 'active' | 'inactive';
  /** Main category, then sub-category. */
  categories: string[];
  photos: string[];
  rating: number;
  reviewCount: number;
  daysAgo: number;
  owner: DemoOwner;
}

/** Hand-written fields; photo paths derive from the slug. */
export type DemoProductText = Omit<DemoProduct, 'photos'>;
