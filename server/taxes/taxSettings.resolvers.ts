import type { Resolvers, TaxClass as ShownClass } from '../__generated__/resolvers';
import type { TaxClass } from '../pricing/priceCheckout';
import { previewTax, readTaxSettings, saveTaxSettings } from './taxSettings.service';

const shownClasses: Readonly<Record<TaxClass, ShownClass>> = {
  standard: 'STANDARD',
  reduced: 'REDUCED',
  zero: 'ZERO',
};

export const taxSettingsResolvers: Resolvers = {
  Query: {
    taxSettings: (_, _arguments, context) => readTaxSettings(context),
    taxPreview: async (_, place, context) => {
      const { taxClass, zone, totals } = await previewTax(context, place);
      return {
        price: totals.subtotalCents,
        taxClass: shownClasses[taxClass],
        taxZone: zone,
        rate: totals.lines[0]?.taxRate ?? 0,
        tax: totals.taxCents,
        taxIncluded: totals.taxIncluded,
        total: totals.totalCents,
      };
    },
  },
  Mutation: {
    saveTaxSettings: async (_, { input }, context) => ({ taxSettings: await saveTaxSettings(context, input) }),
  },
  TaxSettings: { zones: ({ zones }) => [...zones] },
  TaxZone: {
    standardRate: ({ rates }) => rates.standard,
    reducedRate: ({ rates }) => rates.reduced,
  },
};
