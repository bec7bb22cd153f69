import type { Resolvers } from '../__generated__/resolvers';
import { isExample } from '../settings/isExample';
import { countryName } from './addressFormat';
import { readDelivery, readShippingSettings, saveShippingSettings } from './shippingSettings.service';

export const shippingSettingsResolvers: Resolvers = {
  Query: {
    delivery: (_, _arguments, context) => readDelivery(context),
    shippingSettings: (_, _arguments, context) => readShippingSettings(context),
  },
  Mutation: {
    saveShippingSettings: async (_, { input }, context) => ({
      shippingSettings: await saveShippingSettings(context, input),
    }),
  },
  Delivery: {
    zones: ({ zones }) => [...zones],
    excludedCountryNames: ({ excludedCountries }) => excludedCountries.map(countryName),
  },
  ShippingSettings: {
    zones: ({ zones }) => [...zones],
    excludedCountries: ({ excludedCountries }) => [...excludedCountries],
    isExample,
  },
  ShippingZone: {
    countries: ({ countries }) => countries && [...countries],
    countryNames: ({ countries }) => countries && countries.map(countryName),
    methods: ({ methods }) => [...methods],
  },
  ZoneMethod: {
    price: ({ priceCents }) => priceCents,
    freeAbove: ({ freeAboveCents }) => freeAboveCents,
    earliestDays: ({ minDays }) => minDays,
    latestDays: ({ maxDays }) => maxDays,
  },
};
