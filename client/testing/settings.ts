import { countries, money } from './checkout';

interface MethodFields {
  id?: string;
  name?: string;
  price?: number;
  freeAbove?: number | null;
  earliestDays?: number;
  latestDays?: number;
  isOffered?: boolean;
}

/** A method as the API shows it. */
export const newShippingMethod = ({ price = 499, freeAbove = null, ...fields }: MethodFields = {}) => ({
  ...{ id: 'standard', name: 'Standard', earliestDays: 4, latestDays: 6, isOffered: true, ...fields },
  price: money(price),
  freeAbove: freeAbove === null ? null : money(freeAbove),
});

export const defaultZones = [
  {
    ...{ id: 'united-states', name: 'United States', countries: ['US'], countryNames: ['United States'] },
    methods: [
      newShippingMethod({ freeAbove: 5_000 }),
      newShippingMethod({ id: 'express', name: 'Express', price: 1_290, earliestDays: 1, latestDays: 2 }),
      newShippingMethod({
        id: 'collect',
        name: 'Collect in the shop',
        price: 0,
        earliestDays: 0,
        latestDays: 1,
        isOffered: false,
      }),
    ],
  },
  {
    ...{ id: 'rest', name: 'Rest of the world', countries: null, countryNames: null },
    methods: [newShippingMethod({ id: 'world', name: 'World', price: 1_990, earliestDays: 7, latestDays: 14 })],
  },
];

/** The delivery settings as shoppers see them. */
export const defaultDelivery = {
  zones: defaultZones.map((zone) => ({ ...zone, methods: zone.methods.filter(({ isOffered }) => isOffered) })),
  excludedCountryNames: ['Antarctica'],
  pricesIncludeTax: false,
};

const seller = {
  ...{ name: 'Kiosk Inc.', streetLine1: '18 Market Lane', streetLine2: '', city: 'San Jose', region: 'CA' },
  ...{ postalCode: '95113', countryCode: 'US', taxNumber: '' },
};

export const defaultSeller = { version: 2, isExample: false, seller };

/** Resolvers for the seller part of the settings page. */
export const sellerResolvers = { sellerSettings: defaultSeller, countries };
