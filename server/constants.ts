/** The specification's constants (section 9) that the server holds; `client/lib/constants.ts` holds the client's, a test holds the shared ones equal. */
export const constants = {
  categories: [
    {
      id: 'electronics',
      name: 'Electronics',
      description: 'Sound, screens and small helpers that do one thing well.',
      image: '/pictures/category-electronics-800.avif',
    },
    {
      id: 'fashion',
      name: 'Fashion',
      description: 'Knitwear, bags and shoes made to be worn for years.',
      image: '/pictures/category-fashion-800.avif',
    },
    {
      id: 'home-and-garden',
      name: 'Home & Garden',
      description: 'Lamps, pots and tableware for rooms that are lived in.',
      image: '/pictures/category-home-and-garden-800.avif',
    },
    {
      id: 'sports-and-fitness',
      name: 'Sports & Fitness',
      description: 'Honest equipment for training at home and outside.',
      image: '/pictures/category-sports-and-fitness-800.avif',
    },
  ],
  allCategories: 'All Categories',
  defaultRating: 4.5,
  nameMinimumLength: 2,
  retention: { idempotencyHours: 24, deletedItemMinutes: 10 },
  contactMessageLength: { minimum: 10, maximum: 5000 },
} as const;
