import type { Seller, ShippingZone, ShopSettings, TaxZone } from './shopSettings';

const never = { freeAboveCents: null };

const shippingZones: readonly ShippingZone[] = [
  {
    id: 'united-states',
    name: 'United States',
    countries: ['US'],
    methods: [
      {
        id: 'standard',
        name: 'Standard',
        priceCents: 499,
        freeAboveCents: 5_000,
        minDays: 4,
        maxDays: 6,
        isOffered: true,
      },
      { id: 'express', name: 'Express', priceCents: 1_290, ...never, minDays: 1, maxDays: 2, isOffered: true },
      {
        id: 'collect',
        name: 'Collect in the shop',
        priceCents: 0,
        ...never,
        minDays: 0,
        maxDays: 1,
        isOffered: false,
      },
    ],
  },
  {
    id: 'rest-of-the-world',
    name: 'Rest of the world',
    countries: null,
    methods: [{ id: 'world', name: 'World', priceCents: 1_990, ...never, minDays: 7, maxDays: 14, isOffered: true }],
  },
];

const state = (name: string, region: string, standard: number, reduced: number, isShippingTaxed: boolean) => ({
  id: `us-${region.toLowerCase()}`,
  name,
  countryCode: 'US',
  region,
  rates: { standard, reduced, zero: 0 },
  isShippingTaxed,
});

/** Examples: the owner has to keep the rates up to date. */
const taxZones: readonly TaxZone[] = [
  state('California', 'CA', 725, 725, false),
  state('New York', 'NY', 400, 0, true),
  state('Washington', 'WA', 650, 650, true),
  {
    id: 'de',
    name: 'Germany',
    countryCode: 'DE',
    region: null,
    rates: { standard: 1_900, reduced: 700, zero: 0 },
    isShippingTaxed: true,
  },
];

/** For the demo shop only. */
const seller: Seller = {
  ...{ name: 'Kiosk Inc.', streetLine1: '18 Market Lane', streetLine2: '', city: 'San Jose', region: 'CA' },
  ...{ postalCode: '95113', countryCode: 'US', taxNumber: '' },
};

/** Defaults of a new shop: in the United States, with the free shipping that its pages advertise. */
export const defaultSettings: ShopSettings = {
  shipping: { _id: 'shipping', zones: shippingZones, excludedCountries: ['AQ'], version: 1, editId: null },
  taxes: { _id: 'taxes', pricesIncludeTax: false, zones: taxZones, version: 1, editId: null },
  seller: { _id: 'seller', ...seller, version: 1, editId: null },
};
