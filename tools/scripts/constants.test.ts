import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { constants as client } from '../../client/lib/constants';
import { slowMethods as offeredNever } from '../../client/features/checkout/payment/stripeOptions';
import { constants as server } from '../../server/constants';
import { slowMethods as askedForNever } from '../../server/payments/stripe/stripeCalls';

describe('the constants of the specification', () => {
  test('M70: are equal on server and client', () => {
    const shared = Object.keys(server).filter((name) => name !== 'categories') as (keyof typeof server &
      keyof typeof client)[];
    expect(shared.length).toBeGreaterThan(0);
    for (const name of shared) expect({ [name]: server[name] }).toEqual({ [name]: client[name] });
    expect(server.categories.map(({ name }) => name)).toEqual(client.categories);
  });

  test('M70: have the values of section 9', () => {
    expect(client).toMatchObject({
      freeShippingThreshold: 50,
      featuredProducts: 4,
      categories: ['Electronics', 'Fashion', 'Home & Garden', 'Sports & Fitness'],
      priceRange: [0, 500],
      priceStep: 10,
      defaultRating: 4.5,
      defaultReviewCount: { featured: 0, grid: 10 },
      nameMinimumLength: 2,
      passwordMinimumLength: 6,
      currency: '$',
      cartListMaximumHeight: '60vh',
      placeholderImage: { width: 50, height: 50 },
      toast: { duration: 3000, loginSuccess: 2000, error: 4000 },
    });
  });

  test('the page and the server exclude the same Stripe payment methods', () => {
    expect(offeredNever).toEqual(askedForNever);
  });

  test('every category has an existing picture', () => {
    for (const { image } of server.categories) expect(existsSync(join('client/public', image))).toBe(true);
  });
});
