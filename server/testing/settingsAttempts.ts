import type { Repositories } from '../collections/repositories';

interface Deps {
  readonly settings: Repositories['shopSettings'];
  readonly newProduct: () => Promise<{ readonly slug: string }>;
}

/** A zone that applies everywhere, so that purchases still work. */
const everywhere = {
  name: 'Everywhere',
  methods: [{ name: 'Standard', price: 499, earliestDays: 1, latestDays: 2, isOffered: true }],
};

/**
 * A call of each operation on shipping, taxes and the seller; the dependencies are set only when the first call is
 * made.
 */
export const settingsAttempts = (deps: () => Deps) => ({
  delivery: () => ({ query: '{ delivery { zones { name } } }', variables: {} }),
  shippingSettings: () => ({ query: '{ shippingSettings { version } }', variables: {} }),
  saveShippingSettings: async () => {
    const { version } = (await deps().settings.get()).shipping;
    return {
      query:
        'mutation S($input: SaveShippingSettingsInput!) { saveShippingSettings(input: $input) { shippingSettings { version } } }',
      variables: { input: { version, zones: [everywhere], excludedCountries: [] } },
    };
  },
  taxSettings: () => ({ query: '{ taxSettings { version } }', variables: {} }),
  taxPreview: async () => {
    const { slug } = await deps().newProduct();
    return {
      query: 'query P($slug: String!) { taxPreview(slug: $slug, countryCode: "DE") { rate } }',
      variables: { slug },
    };
  },
  saveTaxSettings: async () => {
    const { version } = (await deps().settings.get()).taxes;
    return {
      query: 'mutation S($input: SaveTaxSettingsInput!) { saveTaxSettings(input: $input) { taxSettings { version } } }',
      variables: { input: { version, pricesIncludeTax: false, zones: [] } },
    };
  },
  sellerSettings: () => ({ query: '{ sellerSettings { version } }', variables: {} }),
  saveSellerSettings: async () => {
    const { version, name } = (await deps().settings.get()).seller;
    const seller = { name, streetLine1: 'Markt 1', city: 'Bonn', postalCode: '53111', countryCode: 'DE' };
    return {
      query:
        'mutation S($input: SaveSellerSettingsInput!) { saveSellerSettings(input: $input) { sellerSettings { version } } }',
      variables: { input: { version, seller } },
    };
  },
});
