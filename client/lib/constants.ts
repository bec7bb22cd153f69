/** The specification's constants (section 9) and Kiosk's own limits; `server/constants.ts` has the server's, a test compares both. */
export const constants = {
  freeShippingThreshold: 50,
  featuredProducts: 4,
  categories: ['Electronics', 'Fashion', 'Home & Garden', 'Sports & Fitness'],
  allCategories: 'All Categories',
  priceRange: [0, 500],
  priceStep: 10,
  defaultRating: 4.5,
  defaultReviewCount: { featured: 0, grid: 10 },
  defaultMainCategory: 'General',
  nameMinimumLength: 2,
  contactMessageLength: { minimum: 10, maximum: 5000 },
  returnDays: 30,
  /** Retention on the server. */
  retention: { idempotencyHours: 24, deletedItemMinutes: 10 },
  passwordMinimumLength: 6,
  currency: '$',
  cartListMaximumHeight: '60vh',
  placeholderImage: { width: 50, height: 50 },
  /** In milliseconds. */
  toast: { position: { vertical: 'top', horizontal: 'right' }, duration: 3000, loginSuccess: 2000, error: 4000 },
  /** How long the drawer offers to undo a removal (decision 31); tables offer it for `retention.deletedItemMinutes`. */
  undoOfferMs: 60_000,
  /** In seconds. */
  hero: {
    heading: { duration: 0.8, delay: 0 },
    subtext: { duration: 0.8, delay: 0.3 },
    buttons: { duration: 0.8, delay: 0.6, stagger: 0.2 },
    hover: { scale: 1.05, duration: 0.2 },
    press: { scale: 0.95, duration: 0.1 },
  },
  relatedProducts: 4,
  pageSize: 24,
  /** The server's maximum. */
  largestPage: 100,
  /** Larger counts are shown as '1,000+' (decision 20). */
  countLimit: 1000,
  /** Pages that load while scrolling, before 'Load more' (decision 20). */
  automaticPages: 3,
  accessTokenKey: 'access-token',
} as const;
