/** The specification's constants (section 9), named as it names them; `server/constants.ts` holds the server's. */
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
  /** Kiosk's own: what the contact form and the server take. */
  contactMessageLength: { minimum: 10, maximum: 5000 },
  /** Kiosk's own: how long a shopper may send things back. */
  returnDays: 30,
  /** Kiosk's own: the working days a parcel takes, from and to. */
  deliveryDays: [2, 5],
  /** Kiosk's own: how long the server keeps what it needs for a while only. */
  keptFor: { idempotencyHours: 24, deletedItemMinutes: 10 },
  passwordMinimumLength: 6,
  currency: '$',
  cartListMaximumHeight: '60vh',
  placeholderImage: { width: 50, height: 50 },
  toast: { position: { vertical: 'top', horizontal: 'right' }, duration: 3000, loginSuccess: 2000, error: 4000 },
  /** How long the drawer offers to undo a removal (decision 31); a deletion in a table can be undone while `keptFor` lasts. */
  undoOffer: 60_000,
  hero: {
    heading: { duration: 0.8, delay: 0 },
    subtext: { duration: 0.8, delay: 0.3 },
    buttons: { duration: 0.8, delay: 0.6, stagger: 0.2 },
    hover: { scale: 1.05, duration: 0.2 },
    press: { scale: 0.95, duration: 0.1 },
  },
  /** Kiosk's own: others of the same category below a product. */
  relatedProducts: 4,
  pageSize: 24,
  /** More at once the server refuses. */
  largestPage: 100,
  /** Products are counted up to here (decision 20). */
  countLimit: 1000,
  /** The grid loads this many pages by itself, then shows 'Load more' (decision 20). */
  automaticPages: 3,
  accessTokenKey: 'access-token',
} as const;
